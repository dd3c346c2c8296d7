import { bulk, bulkByPath, bulkPeople, idOf, ITEMS, phoneOf, PHONES } from './harness/calls.mts';
import { oneContactList } from './harness/oneContactList.mts';
import { detailsOf, pairs, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const OWN = '={{ $json.own }}';
const texts = () => fixture.sandbox.messages().map(({ phone, text }) => [phone, text]);

test('every item is one message of one batch and comes out with the batch it is in', async () => {
	const { items } = await fixture.runWell(bulk(), { items: ITEMS });
	expect(texts()).toEqual(ITEMS.map(({ text }, index) => [PHONES[index], text]));
	const shipmentId = String(fixture.sandbox.messages()[0]?.campaignId);
	const campaignName = expect.stringMatching(/^n8n-[0-9a-f]{6}-1042-0$/) as string;
	expect(items).toEqual(
		[
			{ segments: 1, encoding: 'GSM-7' },
			{ segments: 1, encoding: 'UCS-2' },
			{ segments: 2, encoding: 'GSM-7' },
		].map((length, item) => ({
			json: {
				...{ accepted: true, phone: PHONES[item], result: 'Accepted' },
				details: { externalId: idOf(item), shipmentId, campaignName, ...length },
			},
			pairedItem: { item },
		})),
	);
	expect(fixture.sandbox.messages().map(({ externalId }) => externalId)).toEqual(
		items.map(({ json }) => detailsOf(json).externalId),
	);
	expect(fixture.sandbox.counters().requests).toEqual({ bulk: 1 });
});

test('sender, numbers, ids, links and list of every item are its own', async () => {
	const list = await oneContactList(fixture.sandbox, { phone: '0529999999' });
	const links = { link: [{ id: '1', url: '={{ $json.url }}' }] };
	const options = { externalIds: '={{ $json.ids }}', contactList: '={{ $json.list }}', links };
	const { items } = await fixture.runWell(bulk({ source: '={{ $json.sender }}' }, options), {
		items: [
			{
				...{ sender: 'TextMe', phone: '0501111111, 0504444444', ids: 'a,b' },
				...{ text: 'one [link-1]', url: 'https://example.com/1?a=1&b=2' },
			},
			{
				...{ sender: '0559000100', phone: ['0502222222'], ids: ['c'], list },
				...{ text: 'two [link-1]', url: 'https://example.com/2' },
			},
		],
	});
	const sent = fixture.sandbox.messages();
	expect(sent.map((one) => `${one.phone} ${one.source} ${one.externalId}`.trim())).toEqual([
		...['0501111111 TextMe a', '0504444444 TextMe b'],
		...['0502222222 0559000100 c', '0529999999 0559000100'],
	]);
	const told = { accepted: true, result: 'Accepted' };
	const [a, b, c] = sent.map(({ phone, externalId }) => ({ ...told, phone, externalId }));
	expect(items.map(({ json }) => detailsOf(json).recipients)).toStrictEqual([
		[a, b],
		[c, { ...told, contactList: list }],
	]);
});

test('every setting arrives, once for the batch', async () => {
	await fixture.runWell(
		bulk(
			{ source: '0559000100' },
			{
				...{ campaignName: 'Spring', addUnsubscribe: '2', tempBl: 14 },
				...{ timing: '2030-01-02T10:30:00', includesInternational: true },
			},
		),
		{ items: [...ITEMS, { phone: '+14155550100', text: 'Hello' }] },
	);
	expect(fixture.sandbox.messages()).toHaveLength(4);
	for (const message of fixture.sandbox.messages()) {
		const settings = { state: 'scheduled', campaignName: 'Spring', optOut: 'reply' };
		expect(message).toMatchObject(settings);
	}
	expect(fixture.sandbox.messages()[3]?.phone).toBe('14155550100');
});

test('accepted without a shipment id comes out with a warning, said once', async () => {
	const { items, hints } = await fixture.run(bulk(), {
		items: [...ITEMS, { phone: '0504444444', text: 'x #noshipment' }],
	});
	expect(items.map(({ json }) => json.result)).toStrictEqual(
		Array.from({ length: 4 }, () => expect.stringContaining('without a shipment ID') as string),
	);
	expect(hints).toEqual([expect.stringContaining('without a shipment ID'), '4 of 4 sent, 5 SMS']);
});

test('pairs the reply as it came with all its items', async () => {
	const { items } = await fixture.run(bulk({}, { simplify: false }), { items: ITEMS });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([pairs(3)]);
});

/** So that no refusal of one is a refusal of the others. */
test.each([
	['campaign', {}, { campaignName: OWN }, ['A', 'B']],
	['account', {}, { onBehalfOf: OWN }, ['demo-reseller', 'demo-sub']],
	['sender', { source: OWN }, {}, ['TextMe', 'Nobody']],
	['contact list', {}, { contactList: OWN }, ['', '999999']],
])('items of another %s are a batch of their own', async (_, values, options, [usual, other]) => {
	await fixture.goOn(
		bulk(values, options),
		ITEMS.map((item, n) => ({ ...item, own: n === 1 ? other : usual })),
		{ account: fixture.sandbox.reseller },
	);
	const batches = fixture.sandbox
		.requests()
		.map(({ body }) => PHONES.filter((phone) => body.includes(phone)));
	expect(batches).toEqual([[PHONES[0], PHONES[2]], [PHONES[1]]]);
});

const requests = () => fixture.sandbox.counters().requests;

test('6,000 items are three calls of one campaign, each item with its own call', async () => {
	const { items } = await fixture.runWell(bulkByPath(), { items: bulkPeople(6000) });
	expect(requests()).toEqual({ bulk: 3 });
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 6000, repeated: [] });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(6000));
	const campaignOf = new Map(fixture.sandbox.messages().map((message) => [message.phone, message]));
	items.forEach(({ json }, index) => {
		const sent = campaignOf.get(phoneOf(index));
		expect(detailsOf(json).shipmentId).toBe(String(sent?.campaignId));
		expect(detailsOf(json).campaignName).toBe(sent?.campaignName);
	});
	expect(new Set(items.map(({ json }) => detailsOf(json).campaignName)).size).toBe(1);
	expect(new Set(items.map(({ json }) => detailsOf(json).shipmentId)).size).toBe(3);
});

test('one text for everybody is one sms with an id for each number', async () => {
	const { items } = await fixture.run(bulkByPath({ message: 'Closed today' }), {
		items: bulkPeople(3000),
	});
	expect(requests()).toEqual({ sms: 2 });
	expect(items[2999]?.json).toMatchObject({
		accepted: true,
		phone: phoneOf(2999),
		details: { externalId: idOf(2999) },
	});
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 3000, repeated: [] });
});
