import './harness/noWaits.mts';

import type { IDataObject } from 'n8n-workflow';

import type { DialectName } from '../../sandbox/dialects.mts';
import { behindGateway, type Answers } from './harness/behindGateway.mts';
import { bulkByExpression, bulkPeople } from './harness/bulkPeople.mts';
import { sendSms } from './harness/smsSend.mts';
import { ENCODINGS, useSandbox, type SandboxRun } from './harness/useSandbox.mts';

/** What a test address may be, and what Send Bulk makes of it by default. */
const WORLDS: Array<{
	what: string;
	dialect: DialectName;
	/** How often each of three people in three batches is texted. */
	texted: number[];
	/** The requests for the balance in two runs. */
	balances: number;
	validates: boolean;
}> = [
	{
		what: 'a check names no shipment',
		dialect: 'documented',
		texted: [1, 1, 1],
		balances: 1,
		validates: true,
	},
	{
		what: 'a check names a shipment',
		dialect: 'shippedTest',
		texted: [1, 1, 1],
		balances: 2,
		validates: true,
	},
	{
		what: 'there is no test address',
		dialect: 'noTest',
		texted: [1, 1, 1],
		balances: 1,
		validates: false,
	},
	{
		what: 'the test address carries out',
		dialect: 'liveTest',
		texted: [1, 0, 0],
		balances: 4,
		validates: false,
	},
];

/** Each with a campaign of its own, which makes a batch of it. */
const inBatches = (options = {}) =>
	bulkByExpression({}, { campaignName: '={{ $json.name }}', ...options });

describe.each(WORLDS)('$what', ({ dialect, texted, balances, validates }) => {
	describe.each(ENCODINGS)('in %s', (encoding) => {
		const fixture = useSandbox({ dialect });
		const timesSent = (count: number, from = 0) =>
			bulkPeople(from + count)
				.slice(from)
				.map(({ phone, message }) => fixture.sandbox.timesSent(phone as string, message as string));
		// The nodes know an account by its address, and the port may have been that of another sandbox.
		const credentials = () => ({
			...fixture.credentials({ encoding }),
			baseUrl: `${fixture.sandbox.baseUrl}/`,
		});
		const run = async (options: SandboxRun = {}, parameters = inBatches()) =>
			await fixture.run(parameters, {
				encoding,
				items: bulkPeople(3),
				credentials: credentials(),
				...options,
			});
		const asked = () => fixture.sandbox.counters().requests.live.balance ?? 0;

		test('Send Bulk texts everybody once, or stops at the first batch', async () => {
			const first = await run({ executionId: '1' });
			expect(timesSent(3)).toEqual(texted);
			expect(first.error === undefined).toBe(texted[2] === 1);
			const second = await run({ executionId: '2', items: bulkPeople(6).slice(3) });
			expect(timesSent(3, 3)).toEqual(texted);
			expect(second.error === undefined).toBe(texted[2] === 1);
			expect(asked()).toBe(balances);
			expect(fixture.sandbox.counters().repeated).toEqual([]);
		});

		test.each(['continueRegularOutput', 'continueErrorOutput', undefined] as const)(
			'texts nobody twice with Retry On Fail and On Error %s',
			async (onError) => {
				await run({ onError, retryOnFail: true, maxTries: 4 });
				expect(Math.max(...timesSent(3))).toBe(1);
				expect(fixture.sandbox.counters().repeated).toEqual([]);
			},
		);

		test('texts nobody twice when the answer to the first check is lost', async () => {
			fixture.sandbox.addFault({ kind: 'reset', phase: 'after', root: 'sms' });
			await run({ onError: 'continueRegularOutput', retryOnFail: true, maxTries: 4 });
			expect(Math.max(...timesSent(3))).toBeLessThanOrEqual(1);
			expect(fixture.sandbox.counters().repeated).toEqual([]);
		});

		test('Validate Only sends nothing where it can be told', async () => {
			const { items, error } = await run({ items: [{}] }, sendSms({}, { validateOnly: true }));
			expect(items.map(({ json }) => json)).toEqual(
				validates ? [{ valid: true, validatedOnly: true }] : [],
			);
			expect(error === undefined).toBe(validates);
			expect(fixture.sandbox.counters().messages).toBe(dialect === 'liveTest' ? 1 : 0);
			expect(fixture.sandbox.counters().repeated).toEqual([]);
		});
	});
});

describe.each(ENCODINGS)('a check that names a shipment, in %s', (encoding) => {
	const fixture = useSandbox({ dialect: 'shippedTest' });

	/** Runs behind an address of its own, of which nothing is known yet. */
	const runWith = async (answers: Answers, parameters = inBatches(), options: SandboxRun = {}) =>
		await behindGateway(
			fixture.sandbox,
			answers,
			async (baseUrl) =>
				await fixture.run(parameters, {
					encoding,
					items: bulkPeople(3),
					credentials: { ...fixture.credentials({ encoding }), baseUrl },
					...options,
				}),
		);
	const isBalance = (body: string) => /^<\?xml[^>]*>\s*<balance|^<balance|^\{"balance"/.test(body);

	test.each<[string, string]>([
		['refused', '{"status":511,"message":"no permission"}'],
		['without a figure', '{"status":0,"balance":"unlimited"}'],
		['empty, so that nothing could move', '{"status":0,"balance":"0","international_balance":"0"}'],
	])('is refused where the balance is %s', async (_, balance) => {
		const { error } = await runWith(({ body }) =>
			isBalance(body) ? { text: balance } : undefined,
		);
		expect(error?.message).toMatch(
			/with a shipment ID, and the balance does not show .*; it is not known whether/,
		);
		expect(error?.description).toMatch(
			/^If nothing arrived, switch off 'Check Batches First'.*Report, Get by External ID: n8n-/,
		);
		expect(error?.context).toMatchObject({ outcome: 'unknown', retryable: false });
		expect(fixture.sandbox.counters().messages).toBe(0);
	});

	test('is refused while something else moves the balance, and taken in the next run', async () => {
		let balance = 100;
		const moves: Answers = ({ body }) =>
			isBalance(body) && balance > 98
				? { text: `{"status":0,"balance":"${balance--}"}` }
				: undefined;
		await behindGateway(fixture.sandbox, moves, async (baseUrl) => {
			const credentials = { ...fixture.credentials({ encoding }), baseUrl };
			const items = bulkPeople(2);
			const first = await fixture.run(inBatches(), { credentials, items, executionId: '1' });
			expect(first.error?.message).toMatch(/with a shipment ID, and the balance changed/);
			expect(first.error?.description).toMatch(/something else changed the balance/);
			const second = await fixture.run(inBatches(), { credentials, items, executionId: '2' });
			expect(second.items.map(({ json }) => json.accepted)).toEqual([true, true]);
		});
		expect(fixture.sandbox.counters()).toMatchObject({ messages: 2, repeated: [] });
	});

	test('finds the bad item by halving, with one look at the balance', async () => {
		const items = bulkPeople(40).map(
			(item, at): IDataObject => (at === 7 ? { ...item, sender: 'Nobody' } : item),
		);
		let looks = 0;
		const counts: Answers = ({ body }) => {
			if (isBalance(body)) looks++;
			return undefined;
		};
		const result = await runWith(counts, bulkByExpression(), {
			items,
			onError: 'continueRegularOutput',
		});
		expect(result.items.filter(({ json }) => json.accepted === true)).toHaveLength(39);
		expect(result.items[7]?.json.details).toMatchObject({ status: 515, outcome: 'rejected' });
		expect(looks).toBe(2);
	});
});
