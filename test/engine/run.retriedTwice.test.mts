import type { INodeParameters, IRun } from 'n8n-workflow';
import { parametersFor, sendSms, sendVoice, TO_EACH } from './harness/calls.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();

const ITEMS = ['0501111111', '0502222222', '0503333333'].map((phone) => ({ phone, text: 'Hi' }));
/** As n8n stores it: each retry begins with a copy. */
const stored = <T,>(run: T): T => structuredClone(run);
const wasRetried = expect.stringContaining('was retried before') as string;
/** From now on, the service accepts `skip` texts and refuses the next. */
const refuse = (skip: number, times = 1) =>
	fixture.sandbox.addFault({ kind: 'noCredit', skip, times });
const got = () => ITEMS.map(({ phone }) => fixture.sandbox.messages({ phone }).length);

describe.each([
	['SMS Send', sendSms],
	['Voice Send', sendVoice],
])('%s', (_, parameters) => {
	const send = parameters(TO_EACH, { concurrentRequests: 1 });
	const retried = (run: IRun, options: SandboxRun = {}) =>
		fixture.run(send, { items: ITEMS, retryOf: stored(run), ...options });

	test('refuses a second retry of the same execution, and not a retry of the retry', async () => {
		refuse(1);
		const first = await fixture.run(send, { items: ITEMS });
		refuse(1);
		const second = await retried(first.run);
		expect(got()).toEqual([1, 1, 0]);
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const again = await retried(first.run, { onError });
			expect(again.error?.message ?? again.items[0]?.json.result).toContain('was retried before');
		}
		expect((await retried(second.run)).error).toBeUndefined();
		expect(got()).toEqual([1, 1, 1]);
	});

	test('carries out one of two retries at once', async () => {
		refuse(1);
		const { run } = await fixture.run(send, { items: ITEMS });
		const both = [1, 2].map(() => retried(run));
		const refused = (await Promise.all(both)).filter(({ error }) => error);
		expect([refused.length, got()]).toEqual([1, [1, 1, 1]]);
	});

	test.each<[string, INodeParameters, SandboxRun, number]>([
		['nobody was texted', {}, {}, 0],
		['a mistake stopped it', { message: '={{ undefined }}' }, {}, 0],
		['the texts were rehearsed', {}, { rehearsalPhone: '0537778899' }, 1],
	])('refuses a second retry, too, of an execution in which %s', async (...row) => {
		const [, wrong, options, skip] = row;
		refuse(skip);
		const { run, error } = await fixture.run({ ...send, ...wrong }, { items: ITEMS, ...options });
		expect([error === undefined, got()]).toEqual([false, [0, 0, 0]]);
		fixture.sandbox.clearFaults();
		refuse(1);
		await retried(run);
		const again = await retried(run);
		expect([got(), again.error?.message]).toEqual([[1, 0, 0], wasRetried]);
	});

	test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'Retry On Fail does not try a refused retry again: %s',
		async (onError) => {
			refuse(1);
			const { run } = await fixture.run(send, { items: ITEMS });
			refuse(1);
			await retried(run);
			await retried(run, { onError, retryOnFail: true, maxTries: 3 });
			expect(got()).toEqual([1, 1, 0]);
		},
	);

	test('tries the first retry as often as Retry On Fail says', async () => {
		refuse(1);
		const { run } = await fixture.run(send, { items: ITEMS });
		refuse(0, 2);
		await retried(run, { retryOnFail: true, maxTries: 5 });
		expect(got()).toEqual([1, 1, 1]);
	});

	test('refuses a second retry in a later round of a loop', async () => {
		const passes = ITEMS.map((item) => [item]);
		refuse(1);
		const first = await fixture.run(send, { passes });
		refuse(1);
		const second = await fixture.run(send, { passes, retryOf: stored(first.run) });
		const again = await fixture.run(send, { passes, retryOf: stored(first.run) });
		expect([got(), again.error?.message]).toEqual([[1, 1, 0], wasRetried]);
		await fixture.runWell(send, { passes, retryOf: stored(second.run) });
		expect(got()).toEqual([1, 1, 1]);
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
