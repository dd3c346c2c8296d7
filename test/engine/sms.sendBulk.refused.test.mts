import { bulk, idOf, ITEMS } from './harness/bulkItems.mts';
import { bulkByExpression, bulkPeople } from './harness/bulkPeople.mts';
import { pairs } from './harness/pairs.mts';
import { useSandbox } from './harness/useSandbox.mts';

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
