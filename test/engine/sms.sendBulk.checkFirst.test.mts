import type { IDataObject } from 'n8n-workflow';

import { block } from './harness/blocklist.mts';
import { bulkByExpression, bulkPeople, phoneOf } from './harness/bulkPeople.mts';
import { pairs } from './harness/pairs.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

/** Calls to the gateway's test address, which carries nothing out. */
const checks = () =>
	Object.values(fixture.sandbox.counters().requests.test).reduce((a, b) => a + b);
/** All but the look at the balance with which an account's first check begins. */
const live = () =>
	Object.fromEntries(
		Object.entries(fixture.sandbox.counters().requests.live).filter(([root]) => root !== 'balance'),
	);

/** People of whom some have a sender that the gateway refuses. */
const withBad = (count: number, ...bad: number[]) =>
	bulkPeople(count).map((item, index) =>
		bad.includes(index) ? { ...item, sender: 'Nobody' } : item,
	);

describe.each(ENCODINGS)('in %s', (encoding) => {
	test.each([0, 7, 1999])('finds the bad item %i of 2,000 and leaves it out', async (bad) => {
		const { items: output } = await fixture.run(bulkByExpression(), {
			encoding,
			items: withBad(2000, bad),
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
		expect(checks()).toBeLessThanOrEqual(26);
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 1999, repeated: [] });
	});
});

test.each(ENCODINGS)(
	'sends to the others when one half is all blocked, in %s',
	async (encoding) => {
		await fixture.run(block({ phones: [phoneOf(2), phoneOf(3)].join() }), { encoding });
		const { items } = await fixture.run(bulkByExpression(), {
			encoding,
			items: withBad(4, 0),
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json.error ?? json.accepted)).toEqual([
			'The sender is not verified (status 515) [item 0]',
			true,
			true,
			true,
		]);
		await fixture.sandbox.advanceClock(60_000);
		const reached = fixture.sandbox.messages().filter(({ state }) => state === 'delivered');
		expect(reached.map(({ phone }) => phone)).toEqual([phoneOf(1)]);
	},
);

test.each(ENCODINGS)('finds the sender that is refused with 512, in %s', async (encoding) => {
	const items = withBad(9, 3).map((item, n) => (n === 3 ? { ...item, message: '#status:512' } : item));
	const onError = 'continueRegularOutput';
	const { items: output } = await fixture.run(bulkByExpression(), { encoding, items, onError });
	expect(output.map(({ json }) => json.error ?? json.accepted)).toEqual(
		items.map((_, n) => (n === 3 ? 'The sender is not verified (status 512) [item 3]' : true)),
	);
	expect(live()).toEqual({ bulk: 1 });
});

test.each(ENCODINGS)('everybody is blocked: each item says so, in %s', async (encoding) => {
	await fixture.run(block({ phones: [phoneOf(0), phoneOf(1)].join() }), { encoding });
	const { items } = await fixture.run(bulkByExpression(), {
		encoding,
		items: bulkPeople(2),
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json)).toMatchObject(
		[0, 1].map((n) => ({ accepted: false, skipped: true, phone: phoneOf(n) })),
	);
});

test.each(ENCODINGS)('sends what was checked, byte for byte, in %s', async (encoding) => {
	await fixture.run(bulkByExpression(), { encoding, items: bulkPeople(3) });
	const [check, sent] = fixture.sandbox.requests().filter(({ root }) => root === 'bulk');
	expect([check?.address, sent?.address]).toEqual(['/api/test', '/api']);
	expect(sent?.body).toBe(check?.body);
	expect(sent?.body).toContain('Hello 2');
});

test('sends nothing in Stop mode and names the first bad item', async () => {
	const { error } = await fixture.run(bulkByExpression(), { items: withBad(300, 250, 17) });
	expect(error?.message).toBe('The sender is not verified (status 515) [item 17]');
	expect(live()).toEqual({});
});

test('bad items with the same sender are found at once', async () => {
	const bad = Array.from({ length: 100 }, (_, index) => index * 3);
	const { items } = await fixture.run(bulkByExpression(), {
		items: withBad(300, ...bad),
		onError: 'continueRegularOutput',
	});
	expect(items.filter(({ json }) => json.error !== undefined)).toHaveLength(100);
	expect(items[297]?.json.error).toBe('The sender is not verified (status 515) [item 297]');
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 200, repeated: [] });
	expect(checks()).toBeLessThan(30);
});

test('missing credit is about the batch: no halving, nothing sent', async () => {
	const { items } = await fixture.run(bulkByExpression(), {
		items: bulkPeople(10),
		account: fixture.sandbox.noCredit,
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => (json.details as IDataObject).status)).toStrictEqual(
		Array(10).fill(4),
	);
	expect([live(), fixture.sandbox.counters().requests.test]).toEqual([{}, { bulk: 1 }]);
});

test('switched off, the gateway judges the batch as a whole', async () => {
	const { items } = await fixture.run(bulkByExpression({}, { checkFirst: false }), {
		items: withBad(300, 3),
		onError: 'continueRegularOutput',
	});
	expect(items).toHaveLength(300);
	expect(items.every(({ json }) => json.error !== undefined)).toBe(true);
	expect(fixture.sandbox.counters().requests).toEqual({ live: { bulk: 1 }, test: {} });
});
