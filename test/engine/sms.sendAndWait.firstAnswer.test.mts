import type { INodeParameters } from 'n8n-workflow';

import { AT, CONFIRM, press, questionOutput } from './harness/questionOutput.mts';
import { ask, limitWaitTo } from './harness/questions.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';

const fixture = useSandbox();

const PEOPLE = ['0501111111', '0502222222', '0503333333'];

const askAll = async (
	options: SandboxRun = {},
	values: INodeParameters = {},
	more: INodeParameters = {},
) =>
	await fixture.run(
		ask(
			{ ...{ phone: '={{ $json.phone }}', message: '={{ $json.phone }}: who comes?' }, ...values },
			{ approveLabel: '=I do, {{ $json.phone }}', ...more },
		),
		{ items: PEOPLE.map((phone) => ({ phone })), ...options },
	);

const linkOf = (phone: string) =>
	new URL(/https?:\S+/.exec(fixture.sandbox.messages({ phone })[0]?.text ?? '')?.[0] ?? '');

test('each gets a link of their own, and the first answer decides', async () => {
	const { run, error } = await askAll();
	expect(error).toBeUndefined();
	expect(PEOPLE.map((phone) => linkOf(phone).searchParams.get('p'))).toEqual([null, '1', '2']);
	expect(new Set(PEOPLE.map((phone) => linkOf(phone).searchParams.get('signature'))).size).toBe(3);
	const waiting = new WaitingRun(run);
	const query = { p: '1' };
	expect((await waiting.open({ query })).page).toMatch(/0502222222: who.*I do, 0502222222/s);
	const { items, page } = await press(waiting, CONFIRM, query);
	expect(page).toContain('I do, 0502222222');
	const sent = PEOPLE.map((phone, at) =>
		questionOutput({ phone, externalId: expect.stringMatching(new RegExp(`-${at}-0$`)) as string }),
	);
	const answer = { data: { approved: true }, outcome: 'approved', respondedAt: AT };
	expect(items).toEqual([
		{ json: { ...sent[1], ...answer, asked: sent }, pairedItem: { item: 1 } },
	]);
});

test.each([
	[3, '3 people asked'],
	[1, '1 person asked'],
])(
	'says of %i people: %s. Of several, the editor says that the node runs for the first item only',
	async (count, sentence) => {
		const items = PEOPLE.slice(0, count).map((phone) => ({ phone }));
		expect((await askAll({ items })).hints).toEqual([sentence]);
	},
);

test.each([
	['the same question', {}, 1],
	['other words', { message: '=Who comes, {{ $itemIndex }}?' }, 2],
	['other buttons', { approveLabel: '=I do, {{ $itemIndex }}' }, 2],
	['the same question, and Send All', { duplicates: 'sendAll' }, 2],
])(
	'a person who is in the list twice: %s',
	async (_, { message, ...options }: INodeParameters, count) => {
		const items = ['0501111111', '050-111-1111'].map((phone) => ({ phone }));
		const values = { message: message ?? 'Who comes?' };
		const { run } = await askAll({ items }, values, { approveLabel: 'I do', ...options });
		expect(fixture.sandbox.messages()).toHaveLength(count);
		const answer = (await press(run, CONFIRM)).items?.[0]?.json;
		const second = count === 1 ? { skipped: true, duplicateOf: 0 } : { accepted: true };
		expect(answer).toMatchObject({ outcome: 'approved', asked: [{ accepted: true }, second] });
	},
);

test.each(['3', '-1', 'x', ''])(
	'decides nothing by a link of nobody who was asked: %j',
	async (p) => {
		const { run } = await askAll();
		const { items, page } = await press(run, CONFIRM, { p });
		expect(items).toBeUndefined();
		expect(page).toContain('Nothing to answer here');
	},
);

test('one item comes out when nobody answers in time', async () => {
	const { run } = await askAll({}, {}, limitWaitTo(1));
	const items = await new WaitingRun(run).timeOut();
	expect(items).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({
		data: { approved: false },
		outcome: 'timedOut',
		asked: PEOPLE.map((phone) => ({ phone })),
	});
});

test('waits under Continue On Fail for those who were reached, and tells of the others', async () => {
	const items = [{ phone: 'x' }, ...PEOPLE.slice(1).map((phone) => ({ phone }))];
	const { run } = await askAll({ items, onError: 'continueRegularOutput' });
	const { items: answered } = await press(run, CONFIRM, { p: '2' });
	expect(answered?.[0]?.json).toMatchObject({
		phone: '0503333333',
		asked: [
			{ error: expect.stringContaining('is not a phone number') as string },
			{ phone: '0502222222' },
			{ phone: '0503333333' },
		],
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'takes the first answer to a question that may have been sent, beside one that was, with %s',
	async (onError) => {
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after', times: 2 });
		const { run } = await askAll({ onError });
		const { items } = await press(run, CONFIRM, { p: '1' });
		expect(items?.[0]?.json).toMatchObject({
			accepted: true,
			phone: '0502222222',
			externalId: fixture.sandbox.messages()[1]?.externalId,
			outcome: 'approved',
		});
		expect(items?.[0]?.json).not.toHaveProperty('error');
	},
);

test('takes an answer for whom the signed address names, also where n8n drops the end of a query', async () => {
	const { run } = await askAll();
	const [, node = ''] = /([0-9a-f-]{36})\?/.exec(fixture.sandbox.messages()[1]?.text ?? '') ?? [];
	// Express reads the first 1,000 parts.
	const query = `signature=${'&'.repeat(1000)}p=1`;
	const answer = { method: 'POST', url: `/webhook-waiting/1042/${node}?${query}`, body: CONFIRM };
	const { items } = await new WaitingRun(run).open(answer);
	expect(items?.[0]?.json).toMatchObject({ phone: PEOPLE[1], outcome: 'approved' });
});

test('asks the others when somebody retries an execution whose links have ended, and one of them decides', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, skip: 1 });
	const { run: retryOf } = await askAll();
	const { run } = await askAll({ retryOf });
	expect(fixture.sandbox.messages()).toHaveLength(3);
	expect((await press(run, CONFIRM)).items).toBeUndefined();
	expect((await press(run, CONFIRM, { p: '2' })).items).toHaveLength(1);
});

test('waits under Retry On Fail for all whose links still lead to it', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429 });
	const { run } = await askAll({ retryOnFail: true, maxTries: 2 });
	expect(fixture.sandbox.messages()).toHaveLength(3);
	for (const p of ['1', '2']) expect((await press(run, CONFIRM, { p })).items).toHaveLength(1);
});

test('waits for no first answer when nobody was reached for certain', async () => {
	fixture.sandbox.addFault({ kind: 'reset', phase: 'after', times: 0 });
	const { run } = await askAll({ onError: 'continueRegularOutput' });
	expect(run.waitTill).toBeUndefined();
});

test('waits for no first answer when nobody was reached', async () => {
	const { run, items } = await askAll({
		items: [{ phone: 'x' }, { phone: 'y' }],
		onError: 'continueRegularOutput',
	});
	expect(run.waitTill).toBeUndefined();
	expect(items).toHaveLength(2);
});

test('n8n lets no sub-workflow that ends late answer the question', async () => {
	const { run } = await askAll();
	const [waiting] = run.data.executionData?.nodeExecutionStack ?? [];
	expect(waiting?.metadata?.waitingChildExecutionIds).toEqual(['1042']);
});
