import { parametersFor, sendSms, sendVoice, TO_EACH } from './harness/calls.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();

const ITEMS = ['0501111111', '0502222222', '0503333333'].map((phone) => ({ phone, text: 'Hi' }));
/** As n8n stores it: each retry begins with a copy. */
const stored = <T,>(run: T): T => structuredClone(run);
const wasRetried = expect.stringContaining('was retried before') as string;
const got = () => ITEMS.map(({ phone }) => fixture.sandbox.messages({ phone }).length);

describe.each([
	['SMS Send', sendSms],
	['Voice Send', sendVoice],
])('%s', (_, parameters) => {
	const send = parameters(TO_EACH, { concurrentRequests: 1 });

	test('refuses a second retry of the same execution, and not a retry of the retry', async () => {
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const first = await fixture.run(send, { items: ITEMS });
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const second = await fixture.run(send, { items: ITEMS, retryOf: stored(first.run) });
		expect(got()).toEqual([1, 1, 0]);
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const again = await fixture.run(send, { items: ITEMS, retryOf: stored(first.run), onError });
			expect(again.error?.message ?? again.items[0]?.json.error).toContain('was retried before');
		}
		await fixture.runWell(send, { items: ITEMS, retryOf: stored(second.run) });
		expect(got()).toEqual([1, 1, 1]);
	});

	test('carries out one of two retries at once', async () => {
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const { run } = await fixture.run(send, { items: ITEMS });
		const both = [1, 2].map(
			async () => await fixture.run(send, { items: ITEMS, retryOf: stored(run) }),
		);
		const refused = (await Promise.all(both)).filter(({ error }) => error);
		expect([refused.length, got()]).toEqual([1, [1, 1, 1]]);
	});

	test.each([
		['nobody was texted', {}, 0],
		['a mistake stopped it', { message: '={{ undefined }}' }, 1],
	])('refuses a second retry, too, of an execution in which %s', async (_why, wrong, skip) => {
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 0, times: 1 - skip });
		const { run, error } = await fixture.run({ ...send, ...wrong }, { items: ITEMS });
		expect([error === undefined, got()]).toEqual([false, [0, 0, 0]]);
		fixture.sandbox.clearFaults();
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		await fixture.run(send, { items: ITEMS, retryOf: stored(run) });
		const again = await fixture.run(send, { items: ITEMS, retryOf: stored(run) });
		expect([got(), again.error?.message]).toEqual([[1, 0, 0], wasRetried]);
	});

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'Retry On Fail does not try a refused retry again: %s',
		async (onError) => {
			fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
			const { run } = await fixture.run(send, { items: ITEMS });
			fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
			await fixture.run(send, { items: ITEMS, retryOf: stored(run) });
			const onFail = { retryOnFail: true, maxTries: 3 };
			await fixture.run(send, { items: ITEMS, retryOf: stored(run), onError, ...onFail });
			expect(got()).toEqual([1, 1, 0]);
		},
	);

	test('tries the first retry as often as Retry On Fail says', async () => {
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const { run } = await fixture.run(send, { items: ITEMS });
		fixture.sandbox.addFault({ kind: 'noCredit', times: 2 });
		const onFail = { retryOnFail: true, maxTries: 5 };
		await fixture.runWell(send, { items: ITEMS, retryOf: stored(run), ...onFail });
		expect(got()).toEqual([1, 1, 1]);
	});

	test('refuses a second retry in a later round of a loop', async () => {
		const passes = ITEMS.map((item) => [item]);
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const first = await fixture.run(send, { passes });
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const second = await fixture.run(send, { passes, retryOf: stored(first.run) });
		const again = await fixture.run(send, { passes, retryOf: stored(first.run) });
		expect([got(), again.error?.message]).toEqual([[1, 1, 0], wasRetried]);
		await fixture.runWell(send, { passes, retryOf: stored(second.run) });
		expect(got()).toEqual([1, 1, 1]);
	});

	test('refuses a second retry without the rehearsal of an execution in a rehearsal', async () => {
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		const { run } = await fixture.run(send, { items: ITEMS, rehearsalPhone: '0537778899' });
		fixture.sandbox.addFault({ kind: 'noCredit', skip: 1, times: 1 });
		await fixture.run(send, { items: ITEMS, retryOf: stored(run) });
		const again = await fixture.run(send, { items: ITEMS, retryOf: stored(run) });
		expect([got(), again.error?.message]).toEqual([[1, 0, 0], wasRetried]);
	});
});

test('the refusal of a second retry holds no password', async () => {
	const create = parametersFor('subAccount', 'create', {
		...{ name: 'Haifa', username: 'branch-haifa', password: 'S3cret-pass', credits: 1 },
		source: 'MyShop',
	})();
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, retryAfter: '3600', times: 0 });
	const own = { account: fixture.sandbox.reseller };
	const { run } = await fixture.run(create, own);
	await fixture.run(create, { ...own, retryOf: stored(run) });
	const { error } = await fixture.run(create, { ...own, retryOf: stored(run) });
	expect(error?.message).toEqual(wasRetried);
	expect(JSON.stringify(error)).not.toContain('S3cret-pass');
});
