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
import { detailsOf, pairs, useSandbox } from './harness/useSandbox.mts';

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
		expect(json.result).toMatch(message);
		expect(json.details).toMatchObject({
			externalId: idOf(item),
			...{ status, outcome: 'rejected', retryable: false },
			// What was not sent cannot be looked up.
			externalIds: undefined,
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

test('tells each item its own external ids at an unknown outcome, in few words', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after' });
	const { items } = await fixture.goOn(bulkByExpression(), bulkPeople(300));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(300));
	items.forEach(({ json }, item) => {
		expect(json.details).toMatchObject({
			whatToDo: expect.stringMatching(
				/^It is not known whether the request was carried out\. .*1042-0-4-0 and 295 more\.$/,
			) as string,
			outcome: 'unknown',
			externalIds: [idOf(item)],
		});
	});
	expect(fixture.sandbox.counters().requests).toEqual({ bulk: 1 });
});

const rejecting =
	'{"status":0,"message":"ok","shipment_id":"1","credits":"7","errors":["972501111111 is blocked","Be quick"]}';

test('says of a number that the reply rejects that it was not accepted, and what is said of all', async () => {
	const { items, hints } = await fixture.runWithReply(rejecting, bulk(), { items: ITEMS });
	const accepted = { accepted: true, result: 'Accepted' };
	expect(items.map(({ json }) => json)).toMatchObject([
		{ accepted: false, result: 'Not sent: 972501111111 is blocked' },
		{ ...accepted, details: { notes: ['Be quick'], other: { credits: '7' } } },
		accepted,
	]);
	expect(items.map(({ json }) => detailsOf(json).notes === undefined)).toEqual([true, false, true]);
	expect(hints).toEqual(['2 of 3 sent, 3 SMS: 1 rejected (item 0)']);
});

test('shows the reply with Simplify off beside the first item that it does not reject', async () => {
	const parameters = bulk({}, { simplify: false });
	const { items } = await fixture.runWithReply(rejecting, parameters, { items: ITEMS });
	expect(items.map(({ json }) => json)).toMatchObject([
		{ accepted: false, result: 'Not sent: 972501111111 is blocked' },
		{ status: 0, credits: '7', shipment_id: '1' },
	]);
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

test('everybody is blocked: each item says so', async () => {
	await fixture.run(block({ phones: [phoneOf(0), phoneOf(1)].join() }));
	const { items } = await fixture.goOn(bulkByExpression(), bulkPeople(2));
	expect(items.map(({ json }) => json)).toMatchObject(
		[0, 1].map((n) => ({ accepted: false, phone: phoneOf(n), details: { skipped: true } })),
	);
});
