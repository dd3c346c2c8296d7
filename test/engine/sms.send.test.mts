import { useSandbox } from './harness/useSandbox.mts';
import { bulkPeople, sendSms } from './harness/calls.mts';

const fixture = useSandbox();

test('one text reaches one person and can be found again', async () => {
	const { items } = await fixture.runWell(sendSms({ message: 'שלום <b>&"\' 👋' }));
	const [message] = fixture.sandbox.messages();
	expect(message).toMatchObject({ phone: '0501234567', text: 'שלום <b>&"\' 👋' });
	expect(items).toEqual([
		{
			json: {
				accepted: true,
				phone: '0501234567',
				result: 'Accepted',
				externalId: message?.externalId,
				shipmentId: String(message?.campaignId),
				segments: 1,
				encoding: 'UCS-2',
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(message?.externalId).toMatch(/^n8n-[0-9a-f]{6}-1042-0-0-0$/);
});

test('sends every setting of the options', async () => {
	await fixture.runWell(
		sendSms(
			{ phones: '0501234567, +972 52-765-4321', message: 'See [link-1]' },
			{
				...{ externalIds: 'a, b', campaignName: 'Spring', addUnsubscribe: '3', tempBl: 14 },
				...{ timing: '2030-01-02T10:30:00', includesInternational: true },
				links: { link: [{ id: '1', url: 'https://example.com/?a=1&b=2' }] },
			},
		),
	);
	expect(fixture.sandbox.messages()).toMatchObject([
		{ phone: '0501234567', externalId: 'a', state: 'scheduled' },
		{ phone: '0527654321', externalId: 'b', state: 'scheduled' },
	]);
});

test('names a number that is refused for its length', async () => {
	const { error } = await fixture.runWithReply(
		'{"status":9,"message":"phone number too short or too long"}',
		sendSms({ phones: '0501234567, +29012345' }, { includesInternational: true }),
	);
	expect(error?.message).toMatch(/too short or too long \(status 9\)/);
	expect(error?.description).toContain('Numbers in question: 29012345.');
});

test.each([
	[{ phones: '0501234567,0527654321' }, { externalIds: 'a' }, "'External IDs' has 1 entries for 2"],
	[{ phones: '0501234567,0527654321' }, { externalIds: 'a,b,c' }, ' has 3 entries for 2'],
	[{ phones: '0501234567,0527654321' }, { externalIds: 'a,b,c,' }, ' has 4 entries for 2'],
	[{}, { links: { link: [{ id: '1', url: 'https://example.com' }] } }, "'Short Links' has link 1"],
	[
		{ sendTo: 'contactLists', contactLists: ['1', '2'] },
		{ addDynamic: true },
		"'Merge Contact Fields' needs exactly one contact list",
	],
])('bad input %j %j is named before anything is sent', async (values, options, message) => {
	await fixture.expectBadInput(sendSms(values, options), message);
});

const USE_BULK =
	'For many items use Send Bulk: it texts thousands of them in one request, each with a text of its own.';

test('many items say once that Send Bulk is the faster way', async () => {
	const parameters = sendSms({ phones: '={{ $json.phone }}' });
	expect((await fixture.run(parameters, { items: bulkPeople(19) })).hints).toEqual(['19 accepted']);
	expect((await fixture.run(parameters, { items: bulkPeople(20) })).hints).toEqual([
		USE_BULK,
		'20 accepted',
	]);
});

test('nobody is told to use Send Bulk with Tag, which it lacks', async () => {
	const parameters = sendSms({ phones: '={{ $json.phone }}' }, { tag: '#' });
	const { hints } = await fixture.run(parameters, { items: bulkPeople(20) });
	expect(hints).toEqual(['20 accepted']);
});
