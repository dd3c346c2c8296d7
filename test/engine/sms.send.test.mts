import type { IDataObject, INodeParameters } from 'n8n-workflow';
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
				details: {
					externalId: message?.externalId,
					shipmentId: String(message?.campaignId),
					...{ segments: 1, encoding: 'UCS-2' },
				},
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
	expect((await fixture.run(parameters, { items: bulkPeople(19) })).hints).toEqual([
		'19 of 19 sent, 19 SMS',
	]);
	expect((await fixture.run(parameters, { items: bulkPeople(20) })).hints).toEqual([
		USE_BULK,
		'20 of 20 sent, 20 SMS',
	]);
});

test('nobody is told to use Send Bulk with Tag, which it lacks', async () => {
	const parameters = sendSms({ phones: '={{ $json.phone }}' }, { tag: '#' });
	const { hints } = await fixture.run(parameters, { items: bulkPeople(20) });
	expect(hints).toEqual(['20 of 20 sent, 20 SMS']);
});

const ROOM = 'Hebrew has 67 characters a SMS';
const HEBREW = 'שלום'.repeat(150);

test.each<[string, INodeParameters, IDataObject[], string[]]>([
	[
		'every text',
		{ message: HEBREW },
		bulkPeople(2),
		['2 of 2 sent, 18 SMS', `9 SMS each: ${ROOM}`],
	],
	[
		'one of two, by its item',
		{ message: '={{ $json.text }}' },
		[
			{ phone: '0501234567', text: 'Hi' },
			{ phone: '0527654321', text: HEBREW },
		],
		['2 of 2 sent, 10 SMS', `9 SMS each (item 1): ${ROOM}`],
	],
	[
		'the longest',
		{ message: '={{ $json.text }}' },
		[
			{ phone: '0501234567', text: 'a'.repeat(500) },
			{ phone: '0527654321', text: 'a'.repeat(700) },
		],
		['2 of 2 sent, 9 SMS', 'Up to 5 SMS each: Latin has 153 characters a SMS'],
	],
	[
		'by the letters of its language',
		{ message: 'Привет'.repeat(40) },
		bulkPeople(1),
		['1 of 1 sent, 4 SMS', '4 SMS each: Cyrillic has 67 characters a SMS'],
	],
	[
		'by the emoji that makes it long',
		{ message: `👋${'a'.repeat(230)}` },
		bulkPeople(1),
		[
			'1 of 1 sent, 4 SMS',
			'4 SMS each: "👋" is not in the alphabet of SMS, which leaves 67 characters a SMS',
		],
	],
])('the sentence says the SMS of a run, and warns of long texts: %s', async (...given) => {
	const [, values, items, told] = given;
	for (const simplify of [true, false]) {
		const parameters = sendSms({ phones: '={{ $json.phone }}', ...values }, { simplify });
		expect((await fixture.run(parameters, { items })).hints).toEqual(told);
	}
});

test.each<[string, INodeParameters, INodeParameters]>([
	[
		'short links',
		{ message: 'See [link-1]' },
		{ links: { link: [{ id: '1', url: 'https://a.il' }] } },
	],
	['words that the service adds', {}, { addUnsubscribe: '3' }],
])('the sentence does not count SMS with %s', async (_, values, options) => {
	expect((await fixture.run(sendSms(values, options))).hints).toEqual(['1 of 1 sent']);
});

test('the sentence says when a scheduled text goes out', async () => {
	const options = { timing: '2030-01-02T10:30:00', tag: '#' };
	const { hints } = await fixture.run(sendSms({}, options));
	expect(hints).toEqual(['1 of 1 scheduled for Wed 2 Jan 2030 10:30, 1 SMS']);
});
