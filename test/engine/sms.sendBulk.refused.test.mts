import type { IDataObject } from 'n8n-workflow';
import {
	block,
	bulk,
	bulkByExpression,
	bulkPeople,
	idOf,
	ITEMS,
	phoneOf,
} from './harness/calls.mts';
import { pairs, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

test.each([
	[4, 'noCredit', '0501234567', /not have enough credit for the whole batch \(status 4\)$/],
	[12, 'noMoney', '+14155550100', /not have enough money .* whole batch \(status 12\)$/],
] as const)('status %i is every item of the batch', async (status, account, phone, message) => {
	const items = [
		{ phone, text: 'a' },
		{ phone, text: 'b' },
	];
	const options = { items, account: fixture.sandbox[account] };
	const parameters = bulk({}, { includesInternational: true });
	const stopped = await fixture.run(parameters, options);
	expect(stopped.error?.message).toMatch(message);
	expect(stopped.error?.description).toContain('Nothing of this batch went out.');
	const goesOn = await fixture.run(parameters, { ...options, onError: 'continueRegularOutput' });
	expect(goesOn.items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(2));
	goesOn.items.forEach(({ json }, item) => {
		expect(json.error).toMatch(message);
		expect(json).toMatchObject({
			externalId: idOf(item),
			// What was not sent cannot be looked up.
			details: { status, outcome: 'rejected', retryable: false, externalIds: undefined },
		});
	});
	expect(fixture.sandbox.messages()).toStrictEqual([]);
});

test('holds nothing back when a status nobody knows refuses a batch', async () => {
	fixture.sandbox.addFault({ kind: 'statusUnknown' });
	const { items } = await fixture.goOn(bulkByExpression(), bulkPeople(2501));
	const refused = items.filter(({ json }) => json.error !== undefined);
	expect(refused).toHaveLength(2500);
	expect(refused[0]?.json.details).toMatchObject({ status: 4711, outcome: 'rejected' });
	expect(items[2500]?.json).toMatchObject({ accepted: true });
	expect(fixture.sandbox.counters().messages).toBe(1);
});

test('tells each item its own external ids at an unknown outcome', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { items } = await fixture.run(bulk(), { items: ITEMS, onError: 'continueRegularOutput' });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
	items.forEach(({ json }, item) => {
		expect(json.details).toMatchObject({
			whatToDo: expect.stringMatching(
				/^it is not known whether the request was carried out\. /,
			) as string,
			outcome: 'unknown',
			externalIds: [idOf(item)],
		});
	});
	expect(fixture.sandbox.counters().requests).toEqual({ bulk: 1 });
});

test('keeps the error of a large batch short', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { items: output } = await fixture.goOn(bulkByExpression(), bulkPeople(300));
	expect(output[299]?.json.details).toMatchObject({
		whatToDo: expect.stringMatching(/1042-0-4-0 and 295 more\.$/) as string,
		externalIds: [idOf(299)],
	});
});

test.each<[string, boolean, object]>([
	['simplified', true, { result: 'Accepted', notes: ['Be quick'], other: { credits: '7' } }],
	['raw', false, { status: 0, credits: '7', shipment_id: '1' }],
])(
	'shows what is said of all where the first number is rejected: %s',
	async (_, simplify, second) => {
		const { items } = await fixture.runWithReply(
			'{"status":0,"message":"ok","shipment_id":"1","credits":"7","errors":["0501111111 is blocked","Be quick"]}',
			bulk({}, { simplify }),
			{ items: ITEMS },
		);
		expect(items[0]?.json).toMatchObject({
			accepted: false,
			result: 'Not sent: 0501111111 is blocked',
		});
		expect(items[1]?.json).toMatchObject(second);
	},
);

test('says of a number that the reply rejects that it was not accepted', async () => {
	const { items, hints } = await fixture.runWithReply(
		'{"status":0,"message":"ok","shipment_id":"1","errors":["972502222222 is blocked","Be quick"]}',
		bulk(),
		{ items: ITEMS },
	);
	expect(
		items.map(({ json: { accepted, result, notes } }) => [accepted, result, notes]),
	).toStrictEqual([
		[true, 'Accepted', ['Be quick']],
		[false, 'Not sent: 972502222222 is blocked', undefined],
		[true, 'Accepted', undefined],
	]);
	expect(hints).toEqual(['2 accepted, 1 rejected [item 1]']);
});

const batches = () => fixture.sandbox.requests({ root: 'bulk' });
const statuses = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => (json.details as IDataObject | undefined)?.status ?? json.accepted);

/** Two people; the service refuses the second one's text. */
const withBadText = bulkPeople(2).map((item, index) =>
	index === 1 ? { ...item, message: 'Hello #status:989' } : item,
);

test('a batch refused for one text is refused item by item, says a way on, and sends nothing again by itself', async () => {
	const { items } = await fixture.goOn(bulkByExpression(), withBadText);
	expect(statuses(items)).toEqual([989, 989]);
	expect(JSON.stringify(items[0]?.json)).toContain('SMS, Send makes one request for each item');
	expect(batches()).toHaveLength(1);
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 0, repeated: [] });
});

test('a batch refused for one text stops the run, and a retry texts nobody again', async () => {
	const items = bulkPeople(3).map((item, at) => ({
		...item,
		sender: at < 2 ? 'TextMe' : 'Nobody',
	}));
	const failed = await fixture.run(bulkByExpression(), { items });
	expect(failed.error?.message).toMatch(/\(status 515\) \[item 2\]$/);
	const { error } = await fixture.run(bulkByExpression(), { items, retryOf: failed.run });
	expect(error?.message).toMatch(/\(status 515\) \[item 2\]$/);
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 2, repeated: [] });
});

test('does not let others fail for a sender that is not verified', async () => {
	const items = bulkPeople(6).map((item, index) =>
		index % 2 === 1 ? { ...item, sender: 'Nobody' } : item,
	);
	const result = await fixture.goOn(bulkByExpression(), items);
	expect(statuses(result.items)).toEqual([true, 515, true, 515, true, 515]);
	expect(fixture.sandbox.requests({ root: 'bulk' })).toHaveLength(2);
});

test('does not let others fail for the senders of one sub-account, which another one may have', async () => {
	const { reseller, subAccount } = fixture.sandbox;
	const items = [subAccount, reseller].map(({ username }, at) => ({
		...bulkPeople(2)[at],
		sender: reseller.sender,
		branch: username,
	}));
	const result = await fixture.goOn(
		bulkByExpression({}, { onBehalfOf: '={{ $json.branch }}' }),
		items,
		{ account: reseller },
	);
	expect(fixture.sandbox.requests().map(({ username }) => username)).toEqual(
		[subAccount, reseller].map(({ username }) => username),
	);
	expect(result.items[1]?.json.accepted).toBe(true);
});

test('does not let others fail for a contact list that is not there', async () => {
	const items = bulkPeople(3).map((item, index) => ({
		...item,
		list: index === 1 ? '999999' : '',
	}));
	const result = await fixture.goOn(
		bulkByExpression({}, { contactList: '={{ $json.list }}' }),
		items,
	);
	expect(statuses(result.items)).toEqual([true, 988, true]);
	expect(fixture.sandbox.requests()).toHaveLength(2);
});

test('everybody is blocked: each item says so', async () => {
	await fixture.run(block({ phones: [phoneOf(0), phoneOf(1)].join() }));
	const { items } = await fixture.goOn(bulkByExpression(), bulkPeople(2));
	expect(items.map(({ json }) => json)).toMatchObject(
		[0, 1].map((n) => ({ accepted: false, skipped: true, phone: phoneOf(n) })),
	);
});
