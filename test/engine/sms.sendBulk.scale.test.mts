import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useRememberedKeys } from './harness/rememberedKeys.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
useRememberedKeys();

const byName = (values: INodeParameters = {}, options: INodeParameters = {}): INodeParameters => ({
	resource: 'sms',
	operation: 'sendBulk',
	source: 'TextMe',
	valuesFrom: 'itemFields',
	...values,
	options,
});

const byExpression = (options: INodeParameters = {}): INodeParameters => ({
	resource: 'sms',
	operation: 'sendBulk',
	source: '={{ $json.sender ?? "TextMe" }}',
	phones: '={{ $json.phone }}',
	message: '={{ $json.message }}',
	options,
});

const phone = (index: number) => `05${String(10_000_000 + index)}`;

const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		phone: phone(index),
		name: `Person ${index}`,
		message: `Hello ${index}`,
		order: `order-${index}`,
	}));

const live = () => fixture.sandbox.counters().requests.live;
const tested = () => fixture.sandbox.counters().requests.test;
const pairs = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

describe.each(ENCODINGS)('in %s', (encoding) => {
	test('6,000 items are three calls of one campaign, each item with its own call', async () => {
		const { items, error } = await fixture.run(byName(), { encoding, items: people(6000) });
		expect(error).toBeUndefined();
		expect(live()).toEqual({ bulk: 3 });
		expect(tested()).toEqual({ bulk: 3 });
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 6000, repeated: [] });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(pairs(6000));
		const campaignOf = new Map(
			fixture.sandbox.messages().map((message) => [message.phone, message]),
		);
		items.forEach(({ json }, index) => {
			const sent = campaignOf.get(phone(index));
			expect(json.shipmentId).toBe(String(sent?.campaignId));
			expect(json.campaignName).toBe(sent?.campaignName);
		});
		expect(new Set(items.map(({ json }) => json.campaignName)).size).toBe(1);
		expect(new Set(items.map(({ json }) => json.shipmentId)).size).toBe(3);
	});

	test('one text for everybody is one sms with an id for each number', async () => {
		const { items } = await fixture.run(byName({ messageTemplate: 'Closed today' }), {
			encoding,
			items: people(3000),
		});
		expect(live()).toEqual({ sms: 2 });
		expect(items[2999]?.json).toMatchObject({
			accepted: true,
			recipients: [{ phone: phone(2999), externalId: 'n8n-13ef97-1042-0-2999-0' }],
		});
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 3000, repeated: [] });
	});

	test.each([0, 7, 1999])('the bad item %i of 2,000 is found and left out', async (bad) => {
		const items = people(2000).map((item, index) =>
			index === bad ? { ...item, sender: 'Nobody' } : item,
		);
		const { items: output } = await fixture.run(byExpression(), {
			encoding,
			items,
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(pairs(2000));
		output.forEach(({ json }, index) => {
			if (index === bad) {
				expect(json.error).toBe(`The sender is not verified (status 515) [item ${bad}]`);
				expect(json.details).toMatchObject({ status: 515, outcome: 'rejected' });
			} else {
				expect(json.accepted).toBe(true);
			}
		});
		expect(live()).toEqual({ bulk: 1 });
		// Two calls for each halving, at most.
		expect(Object.values(tested()).reduce((a, b) => a + b)).toBeLessThanOrEqual(26);
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 1999, repeated: [] });
	});
});

describe('values by field name', () => {
	const items = [
		{ mobile: '050-111-1111', customer: { name: 'Dana' }, total: 12.5, id: 'A1' },
		{ mobile: 502222222, customer: { name: 'יוסי' }, total: 0, id: 'A2' },
	];
	const parameters = byName(
		{
			phoneField: 'mobile',
			messageTemplate: 'Hi {customer.name}, {total} NIS {thanks!}',
		},
		{ externalIdField: 'id' },
	);

	test('fill the text of each item and take its own id', async () => {
		const { error } = await fixture.run(parameters, { items });
		expect(error).toBeUndefined();
		expect(
			fixture.sandbox.messages().map((sent) => [sent.phone, sent.text, sent.externalId]),
		).toEqual([
			['0501111111', 'Hi Dana, 12.5 NIS {thanks!}', 'A1'],
			['0502222222', 'Hi יוסי, 0 NIS {thanks!}', 'A2'],
		]);
	});

	test.each([
		[{ customer: { name: 'Dana' }, total: 1, id: 'A' }, "'Phone Number Field' is empty"],
		[{ mobile: '0501111111', total: 1, id: 'A' }, "'Message' needs a field {customer.name}"],
		[
			{ mobile: '0501111111', customer: { name: {} }, total: 1, id: 'A' },
			"'Message' needs a field {customer.name}",
		],
		[
			{ mobile: '0501111111', customer: { name: 'Dana' }, total: 1 },
			"'External ID Field' has 0 entries for 1",
		],
	])('an item without what is named is refused: %j', async (item, message) => {
		const { error } = await fixture.run(parameters, { items: [...items, item as IDataObject] });
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/\[item 2\]$/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});

	test('an idempotency key by field name sends nothing twice', async () => {
		const keyed = byName({}, { idempotencyKeyField: 'order' });
		await fixture.run(keyed, { items: people(3), executionId: '1' });
		const { items: output } = await fixture.run(keyed, { items: people(5), executionId: '2' });
		expect(output.map(({ json }) => json.skipped ?? json.accepted)).toEqual([
			true,
			true,
			true,
			true,
			true,
		]);
		expect(output[0]?.json).toEqual({ skipped: true, idempotencyKey: 'order-0' });
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 5, repeated: [] });
	});
});

describe('checking first', () => {
	const withBad = (...bad: number[]) =>
		people(300).map((item, index) => (bad.includes(index) ? { ...item, sender: 'Nobody' } : item));

	test('in Stop mode nothing goes out and the first bad item is named', async () => {
		const { error } = await fixture.run(byExpression(), { items: withBad(250, 17) });
		expect(error?.message).toBe('The sender is not verified (status 515) [item 17]');
		expect(live()).toEqual({});
	});

	test('bad items with the same sender are found at once', async () => {
		const bad = Array.from({ length: 100 }, (_, index) => index * 3);
		const { items } = await fixture.run(byExpression(), {
			items: withBad(...bad),
			onError: 'continueRegularOutput',
		});
		expect(items.filter(({ json }) => json.error !== undefined)).toHaveLength(100);
		expect(items[297]?.json.error).toBe('The sender is not verified (status 515) [item 297]');
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 200, repeated: [] });
		expect(Object.values(tested()).reduce((a, b) => a + b)).toBeLessThan(30);
	});

	test('missing credit is about the batch: no halving, nothing sent', async () => {
		const { items } = await fixture.run(byExpression(), {
			items: people(10),
			account: fixture.sandbox.noCredit,
			onError: 'continueRegularOutput',
		});
		expect(items.every(({ json }) => (json.details as IDataObject).status === 4)).toBe(true);
		expect(fixture.sandbox.counters().requests).toEqual({ live: {}, test: { bulk: 1 } });
	});

	test('switched off, the gateway judges the batch as a whole', async () => {
		const { items } = await fixture.run(byExpression({ checkFirst: false }), {
			items: withBad(3),
			onError: 'continueRegularOutput',
		});
		expect(items.every(({ json }) => json.error !== undefined)).toBe(true);
		expect(fixture.sandbox.counters().requests).toEqual({ live: { bulk: 1 }, test: {} });
	});
});

describe('a batch whose answer is lost', () => {
	const items = people(6000);
	const lose = () =>
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after', root: 'bulk', skip: 1 });

	test('holds the remaining ones back', async () => {
		lose();
		const { items: output } = await fixture.run(byName({}, { checkFirst: false }), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(live()).toEqual({ bulk: 2 });
		const outcomes = output.map(
			({ json }) => (json.details as IDataObject | undefined)?.outcome ?? 'accepted',
		);
		expect(outcomes.slice(0, 2500).every((outcome) => outcome === 'accepted')).toBe(true);
		expect(outcomes.slice(2500, 5000).every((outcome) => outcome === 'unknown')).toBe(true);
		expect(outcomes.slice(5000).every((outcome) => outcome === 'rejected')).toBe(true);
		expect(output[5000]?.json).toMatchObject({
			error: expect.stringContaining('Not sent') as string,
			details: { retryable: true },
		});
	});

	test('lets them go when the user says so, and reports tell what became of it', async () => {
		lose();
		const { items: output } = await fixture.run(
			byName({}, { checkFirst: false, afterUnknownOutcome: 'goOn' }),
			{ items, onError: 'continueRegularOutput' },
		);
		expect(live()).toEqual({ bulk: 3 });
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 6000, repeated: [] });
		await fixture.sandbox.advanceClock(60_000);
		const doubtful = output.flatMap(({ json }) => {
			const details = json.details as IDataObject | undefined;
			return details?.outcome === 'unknown' ? [details] : [];
		});
		expect(doubtful).toHaveLength(2500);
		const found = await fixture.run(
			{
				resource: 'report',
				operation: 'getByExternalId',
				externalIds: '={{ $json.externalIds }}',
				from: '2026-01-14T00:00:00+02:00',
				to: '2026-01-16T00:00:00+02:00',
				options: {},
			},
			{ items: doubtful.slice(0, 50) },
		);
		expect(found.items).toHaveLength(50);
		expect(found.items.every(({ json }) => json.state === 'delivered')).toBe(true);
	});
});

test('SMS Send with many items says once that Send Bulk is the faster way', async () => {
	const parameters = {
		resource: 'sms',
		operation: 'send',
		source: 'TextMe',
		phones: '={{ $json.phone }}',
		message: 'Hello',
		options: {},
	};
	expect((await fixture.run(parameters, { items: people(19) })).hints).toEqual([]);
	expect((await fixture.run(parameters, { items: people(20) })).hints).toEqual([
		'Send Bulk does this in one request instead of 20, and takes a different text for each item.',
	]);
});
