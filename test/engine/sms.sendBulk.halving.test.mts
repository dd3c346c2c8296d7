import type { IDataObject } from 'n8n-workflow';

import { block } from './harness/blocklist.mts';
import { bulkByExpression, bulkPeople, phoneOf } from './harness/bulkPeople.mts';
import { pairs } from './harness/pairs.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const requests = () =>
	Object.values(fixture.sandbox.counters().requests).reduce((a, b) => a + b, 0);

/** People of whom some have a sender that the gateway refuses. */
const withBad = (count: number, ...bad: number[]) =>
	bulkPeople(count).map((item, index) =>
		bad.includes(index) ? { ...item, sender: 'Nobody' } : item,
	);
/** People of whom some have a text of their own that the gateway refuses. */
const withBadText = (count: number, ...bad: number[]) =>
	bulkPeople(count).map((item, index) =>
		bad.includes(index) ? { ...item, message: `${item.message as string} #status:989` } : item,
	);

describe('Send Bulk when the service refuses a batch', () => {
	test.each([0, 7, 1999])('finds the bad item %i of 2,000 and leaves it out', async (bad) => {
		const { items: output } = await fixture.run(bulkByExpression(), {
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
		// Two requests for each halving, at most.
		expect(requests()).toBeLessThanOrEqual(24);
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 1999, repeated: [] });
	});

	test('sends to the others when one half is all blocked', async () => {
		await fixture.run(block({ phones: [phoneOf(2), phoneOf(3)].join() }));
		const { items } = await fixture.run(bulkByExpression(), {
			items: withBad(4, 0),
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json.error ?? json.skipped ?? json.accepted)).toEqual([
			'The sender is not verified (status 515) [item 0]',
			true,
			true,
			true,
		]);
		await fixture.sandbox.advanceClock(60_000);
		const reached = fixture.sandbox.messages().filter(({ state }) => state === 'delivered');
		expect(reached.map(({ phone }) => phone)).toEqual([phoneOf(1)]);
	});

	test('everybody is blocked: each item says so', async () => {
		await fixture.run(block({ phones: [phoneOf(0), phoneOf(1)].join() }));
		const { items } = await fixture.run(bulkByExpression(), {
			items: bulkPeople(2),
			onError: 'continueRegularOutput',
		});
		expect(items.map(({ json }) => json)).toMatchObject(
			[0, 1].map((n) => ({ accepted: false, skipped: true, phone: phoneOf(n) })),
		);
	});

	test('texts everybody else and names the refused rows in one error, with On Error Stop', async () => {
		const { error } = await fixture.run(bulkByExpression(), {
			items: withBadText(300, 17, 250),
		});
		expect(error?.message).toMatch(
			/^2 of 300 items were refused: row 19: .* \(status 989\) \[item 17\]; row 252: .* \[item 250\]$/,
		);
		expect(error?.description).toMatch(
			/298 other items were carried out\. 298 numbers were texted: 0510000000, .*'Retry' in the list of executions does not\.$/,
		);
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 298, repeated: [] });
	});
});

test('names the refused rows in the error, also if a duplicate of one was not sent, with On Error Stop', async () => {
	const items = withBadText(4, 1, 2);
	const run = { items: [...items, { ...items[1] }] };
	const { error } = await fixture.run(bulkByExpression(), run);
	expect(error?.message).toMatch(
		/^3 of 5 items were refused: row 3: .* \(status 989\) \[item 1\]; row 4: .* \[item 2\]; row 6: Not sent, because item 1, .* \[item 4\]$/,
	);
	expect(error?.description).toMatch(/ 2 other items were carried out\. 2 numbers were texted: /);
	const goesOn = { ...run, onError: 'continueRegularOutput', executionId: '1043' } as const;
	const { hints } = await fixture.run(bulkByExpression(), goesOn);
	expect(hints).toEqual(['2 accepted, 1 not sent (row 6), 2 refused (rows 3, 4)']);
});

test('names the rows that were refused before another error ends the run, with On Error Stop', async () => {
	const items = withBadText(8, 0, 2);
	items[7] = { ...items[7], message: 'Hello #status:4' };
	const { error } = await fixture.run(bulkByExpression(), { items });
	expect(error?.message).toMatch(/not have enough credit .* \(status 4\)$/);
	expect(error?.description).toMatch(
		/ 2 other items were carried out\. 2 other items were refused: row 2: .* \(status 989\) \[item 0\]; row 4: .* \[item 2\]\. 2 numbers were texted: /,
	);
});

test('sends to nobody again in a retry, with On Error Stop', async () => {
	const items = withBadText(40, 3, 30);
	const { error } = await fixture.run(bulkByExpression(), {
		items,
		retryOnFail: true,
		maxTries: 3,
	});
	expect(error?.message).toMatch(/^2 of 40 items were refused: row 5: /);
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 38, repeated: [] });
});

test('bad items with the same sender are refused at once', async () => {
	const bad = Array.from({ length: 100 }, (_, index) => index * 3);
	const { items } = await fixture.run(bulkByExpression(), {
		items: withBad(300, ...bad),
		onError: 'continueRegularOutput',
	});
	expect(items.filter(({ json }) => json.error !== undefined)).toHaveLength(100);
	expect(items[297]?.json.error).toBe('The sender is not verified (status 515) [item 297]');
	expect(fixture.sandbox.counters()).toMatchObject({ messages: 200, repeated: [] });
	expect(requests()).toBeLessThan(30);
});

test.each([
	['sender', { source: 'Nobody' }],
	['text', { message: 'Hello #status:989' }],
	['link', { message: 'Hello #status:980' }],
	['other link', { message: 'Hello #status:981' }],
])('finds one bad %s of all by the first request', async (_, values) => {
	const { items } = await fixture.run(bulkByExpression(values), {
		items: bulkPeople(2500),
		onError: 'continueRegularOutput',
	});
	expect(items.filter(({ json }) => json.error !== undefined)).toHaveLength(2500);
	expect(requests()).toBe(1);
});

test('gives up after 200 requests, and says so of those that are left', async () => {
	const bad = Array.from({ length: 100 }, (_, index) => index * 25);
	const { items } = await fixture.run(bulkByExpression(), {
		items: withBadText(2600, ...bad),
		onError: 'continueRegularOutput',
	});
	expect(requests()).toBeLessThanOrEqual(203);
	const { messages, repeated } = fixture.sandbox.counters();
	expect(repeated).toEqual([]);
	expect(items.filter(({ json }) => json.accepted === true)).toHaveLength(messages);
	expect(items.filter(({ json }) => json.error !== undefined)).toHaveLength(2600 - messages);
	// The next batch has no bad item.
	expect(items.slice(2500).every(({ json }) => json.accepted === true)).toBe(true);
});

test('names each item in its own error when one that is left alone shares a known fault', async () => {
	const items = withBad(3, 1, 2);
	const { items: output } = await fixture.run(bulkByExpression(), {
		items,
		onError: 'continueRegularOutput',
	});
	const errors = output.flatMap(({ json }) => json.error ?? []);
	expect(errors).toEqual(
		[1, 2].map((bad) => `The sender is not verified (status 515) [item ${bad}]`),
	);
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
	expect(requests()).toBe(1);
});

test('makes one request for a clean batch, without a check', async () => {
	await fixture.run(bulkByExpression(), { items: bulkPeople(2500) });
	expect(fixture.sandbox.counters().requests).toEqual({ live: { bulk: 1 }, test: {} });
});
