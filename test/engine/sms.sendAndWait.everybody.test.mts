import './harness/noWaits.mts';

import { WAIT_FOR_SUB_EXECUTION, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { formatInstant } from '../../gateway/dates';
import { AT, questionOutput } from './harness/questionOutput.mts';
import { ask, limitWaitTo, REMINDER, remind } from './harness/questions.mts';
import { useRememberedKeys } from './harness/rememberedKeys.mts';
import type { SubExecution } from './harness/subExecution.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { MINUTE, outcomes, useWatchedRuns } from './harness/watchedRuns.mts';

const fixture = useSandbox();
const { begin, due, end, pass } = useWatchedRuns(fixture);
const remembered = useRememberedKeys();

const PEOPLE = ['0501111111', '0502222222', '0503333333'];

const askAll = async (
	options: SandboxRun = {},
	values: INodeParameters = {},
	more: INodeParameters = {},
	phones = PEOPLE,
) =>
	await begin(
		phones,
		ask(
			{
				phone: '={{ $json.phone }}',
				message: '={{ $json.phone }}: do you come?',
				approvalType: 'double',
				...values,
			},
			{ ...limitWaitTo(2), ...more },
		),
		options,
	);

const sentTo = (phone: string) => fixture.sandbox.messages({ phone });
const linkTo = (phone: string) =>
	new URL(/https?:\S+/.exec(sentTo(phone)[0]?.text ?? '')?.[0] ?? 'http://none');
const queryOf = (phone: string) => Object.fromEntries(linkTo(phone).searchParams);

const open = async (watcher: SubExecution, phone: string) =>
	await watcher.open({ query: queryOf(phone) });
const answer = async (watcher: SubExecution, phone: string, decision = 'confirm') =>
	await watcher.open({ method: 'POST', query: queryOf(phone), body: { decision } });

test('everybody gets a link of their own, and the node goes on when all have answered', async () => {
	const { watcher, result } = await askAll();
	expect(result.error).toBeUndefined();
	// Its own time limit would end it without the answers, which the sub-execution has.
	expect(result.run.waitTill).toEqual(WAIT_FOR_SUB_EXECUTION);
	expect(new Set(PEOPLE.map((phone) => linkTo(phone).href)).size).toBe(3);
	expect((await open(watcher, PEOPLE[1] ?? '')).page).toContain('0502222222: do you come?');

	expect((await answer(watcher, '0503333333')).page).toContain('Thank you');
	expect((await answer(watcher, '0501111111', 'decline')).page).toContain('Thank you');
	expect(watcher.waitTill).toBeDefined();
	await answer(watcher, '0502222222');
	expect(watcher.waitTill).toBeUndefined();
	expect(watcher.output).toEqual(
		PEOPLE.map((phone, item) => ({
			json: questionOutput({
				data: { approved: item > 0 },
				outcome: item > 0 ? 'approved' : 'disapproved',
				phone,
				externalId: expect.stringMatching(new RegExp(`-${item}-0$`)) as string,
				respondedAt: AT,
			}),
			pairedItem: { item },
		})),
	);
	expect(fixture.sandbox.messages()).toHaveLength(3);
});

test('gives out whoever has not answered as such when the time is up', async () => {
	const { watcher } = await askAll({}, { responseType: 'freeText' });
	await watcher.open({ method: 'POST', query: queryOf('0502222222'), body: { text: 'Yes' } });
	await end(watcher);
	expect(watcher.output.map(({ json }) => [json.phone, json.outcome, json.data])).toEqual([
		['0501111111', 'timedOut', { text: '' }],
		['0502222222', 'answered', { text: 'Yes' }],
		['0503333333', 'timedOut', { text: '' }],
	]);
	expect(watcher.output[0]?.json).not.toHaveProperty('respondedAt');
	const names = Object.keys(watcher.output[1]?.json ?? {});
	expect(names.slice(0, 4)).toEqual(['accepted', 'phone', 'text', 'respondedAt']);
});

test.each(['approval', 'freeText', 'smsReply'])(
	'says how many were asked and who could not be, where everybody answers: %s',
	async (responseType) => {
		const question = {
			responseType,
			source: { __rl: true, mode: 'value', value: fixture.sandbox.account.number },
		};
		const everybody = await askAll({}, question);
		expect(everybody.result.hints).toEqual(['3 people asked']);
		const options: SandboxRun = { onError: 'continueRegularOutput' };
		const some = await askAll(options, question, {}, ['x', '0504444444', '0505555555']);
		expect(some.result.hints).toEqual(['2 people asked, 1 wrong number (row 2)']);
	},
);

test('says beside those who were asked who has opted out', async () => {
	fixture.sandbox.optOut({ phone: '0502222222' });
	const { result } = await askAll();
	expect(result.hints).toEqual(['2 people asked, 1 has opted out']);
});

test('says nothing of people asked when nobody was', async () => {
	const { result } = await askAll({}, {}, {}, ['0504444444', 'x']);
	expect(result.error?.message).toContain('[item 1]');
	expect(result.hints).toEqual([]);
});

test('says in a rehearsal whom each question went to', async () => {
	const credentials = { ...fixture.credentials(), rehearsalPhone: '0537778899' };
	const { watcher } = await askAll({ credentials });
	await end(watcher);
	const warning = 'Rehearsal: this went to 0537778899 instead.';
	expect(watcher.output.map(({ json }) => json.warning)).toEqual(Array(3).fill(warning));
});

test('leads by a short link to the same page as by the whole one', async () => {
	await askAll({}, {}, { shortenLink: true });
	const links = fixture.sandbox
		.requests({ root: 'sms' })
		.map(({ body }) => /https?:[^"<]+signature=\w+/.exec(body)?.[0].replaceAll('&amp;', '&'));
	expect(new Set(links.map((link) => new URL(link ?? '').pathname)).size).toBe(1);
	expect(links.map((link) => new URL(link ?? '').searchParams.get('p'))).toEqual([null, '1', '2']);
});

describe('the links', () => {
	test('closes the page to whoever has answered, who changes nothing', async () => {
		const { watcher } = await askAll();
		await answer(watcher, '0501111111');
		const opened = await open(watcher, '0501111111');
		expect(opened.page).toContain('Nothing to answer here');
		// The browser may send the same answer twice.
		const { page, items } = await answer(watcher, '0501111111', 'decline');
		expect(page).toMatch(/Thank you.*We have your answer already/s);
		expect(items).toBeUndefined();
		await answer(watcher, '0502222222');
		await answer(watcher, '0503333333');
		expect(outcomes(watcher)).toEqual(['approved', 'approved', 'approved']);
	});

	test.each([{}, { text: '' }, { text: 'another answer' }, { text: 'My PIN is 4711' }])(
		'read nobody back what was answered: %j',
		async (body) => {
			const { watcher } = await askAll({}, { responseType: 'freeText' });
			const query = queryOf('0501111111');
			await watcher.open({ method: 'POST', query, body: { text: 'My PIN is 4711' } });
			const { page, items } = await watcher.open({ method: 'POST', query, body });
			expect(page).not.toContain('4711');
			expect(items).toBeUndefined();
		},
	);

	test('decides nothing by a preview or a form without an answer', async () => {
		const { watcher } = await askAll();
		expect((await open(watcher, '0501111111')).items).toBeUndefined();
		expect((await answer(watcher, '0501111111', '')).items).toBeUndefined();
		await end(watcher);
		expect(outcomes(watcher)).toEqual(['timedOut', 'timedOut', 'timedOut']);
	});

	test.each(['3', '-1', 'x', '', '__proto__', 'constructor'])(
		'one of nobody who was asked decides nothing: %j',
		async (p) => {
			const { watcher } = await askAll();
			const request = { method: 'POST', query: { p }, body: { decision: 'confirm' } };
			const { items, page } = await watcher.open(request);
			expect(items).toBeUndefined();
			expect(page).toContain('Nothing to answer here');
		},
	);

	test('closes the page of one person at a time of their own', async () => {
		const { watcher } = await askAll(
			{},
			{},
			limitWaitTo('={{ $json.phone === "0501111111" ? 1 : 2 }}'),
		);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_400_000);
		expect((await answer(watcher, '0501111111')).page).toContain('Nothing to answer here');
		expect((await answer(watcher, '0502222222')).page).toContain('Thank you');
	});
});

test('keeps both of two answers in the same instant', async () => {
	const { watcher } = await askAll();
	const before = watcher.stored;
	await answer(watcher, '0501111111');
	const request = { method: 'POST', query: queryOf('0502222222'), body: { decision: 'decline' } };
	await watcher.open(request, before);
	await answer(watcher, '0503333333');
	expect(outcomes(watcher)).toEqual(['approved', 'disapproved', 'approved']);
});

test('sends an answer again from the page that n8n cannot take yet', async () => {
	const { watcher } = await askAll();
	expect((await open(watcher, '0501111111')).page).toContain('fetch(location.href');
	expect((await answer(watcher, '0501111111')).page).not.toContain('fetch(');
});

describe('texts that fail', () => {
	const both = ['continueRegularOutput', 'continueErrorOutput'] as const;
	test.each(both)('waits for the others with %s', async (onError) => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, root: 'sms', times: 1 });
		const { watcher, result } = await askAll({ onError }, {}, {}, ['x', ...PEOPLE]);
		expect(result.error).toBeUndefined();
		await end(watcher);
		const texted = PEOPLE.filter((phone) => sentTo(phone).length > 0);
		expect(texted).toHaveLength(2);
		expect(watcher.output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		expect(
			watcher.output.map(({ json }) => (json.error === undefined ? json.phone : 'failed')),
		).toEqual(['failed', ...PEOPLE.map((phone) => (texted.includes(phone) ? phone : 'failed'))]);
		const [first] = watcher.output;
		expect(first?.json).toMatchObject(
			onError === 'continueErrorOutput'
				? { error: { message: expect.stringContaining('not a phone number') as string } }
				: {
						error: expect.stringContaining('not a phone number') as string,
						details: { outcome: 'rejected' },
					},
		);
	});

	test.each(both)(
		'takes an answer to what may have been sent, and waits for none, with %s',
		async (onError) => {
			const lose = { kind: 'reset', phase: 'after', root: 'sms' } as const;
			fixture.sandbox.addFault({ ...lose, times: 2 });
			const { watcher } = await askAll({ onError });
			const accepted = () =>
				watcher.output.map(
					({ json: { accepted, error } }) => accepted ?? (error as IDataObject).accepted,
				);
			const certain = accepted().indexOf(true);
			const [answers = '', silent = ''] = PEOPLE.filter((_, item) => item !== certain);
			expect((await answer(watcher, answers)).page).toContain('Thank you');
			expect((await open(watcher, answers)).page).toContain('Nothing to answer here');
			await answer(watcher, PEOPLE[certain] ?? '');
			expect(watcher.waitTill).toBeUndefined();
			expect(accepted()[PEOPLE.indexOf(silent)]).toBe('unknown');
			expect(watcher.output[PEOPLE.indexOf(answers)]?.json).toEqual({
				accepted: true,
				phone: answers,
				externalId: sentTo(answers)[0]?.externalId,
				data: { approved: true },
				outcome: 'approved',
				respondedAt: AT,
			});
		},
	);

	test('waits for nobody when nobody of several was reached for certain', async () => {
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after', root: 'sms', times: 0 });
		const { watcher, result } = await askAll({ onError: 'continueRegularOutput' });
		expect([result.run.waitTill, watcher.waitTill]).toEqual([undefined, undefined]);
	});

	test('waits for nobody when nobody of several was reached', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, root: 'sms', times: 0 });
		const keyed = { idempotencyKey: '={{ $json.phone }}' };
		const goesOn = { onError: 'continueRegularOutput' } as const;
		const { watcher, result } = await askAll(goesOn, {}, keyed);
		expect(result.run.waitTill).toBeUndefined();
		expect(watcher.waitTill).toBeUndefined();
		expect(result.items.map(({ json }) => json.error)).toEqual(
			Array(3).fill(expect.stringContaining('429')),
		);
		fixture.sandbox.clearFaults();
		await askAll({ ...goesOn, executionId: '2' }, {}, keyed);
		expect(PEOPLE.map((phone) => sentTo(phone).length)).toEqual([1, 1, 1]);
	});

	test('one stops the node, which waits for nobody', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, root: 'sms', times: 1 });
		const { watcher, result } = await askAll();
		expect(result.error?.message).toContain('429');
		expect(result.error?.description).toContain('2 other items were carried out.');
		expect(result.run.status).toBe('error');
		expect(watcher.waitTill).toBeUndefined();
	});

	test('gives back the keys of whoever was not asked when one stops the node', async () => {
		const people = Array.from({ length: 7 }, (_, n) => `050111111${n}`);
		const keyed = { idempotencyKey: '={{ $json.phone }}' };
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, root: 'sms', times: 2 });
		await askAll({}, {}, keyed, people);
		fixture.sandbox.clearFaults();
		const goesOn = { onError: 'continueRegularOutput', executionId: '2' } as const;
		await askAll(goesOn, {}, keyed, people);
		expect(people.map((phone) => sentTo(phone).length)).toEqual(people.map(() => 1));
	});

	test('a refused text beside a lost answer asks nobody again in a retry', async () => {
		const message = '={{ $json.phone === "0501111111" ? "Bad #status:989" : "Do you come?" }}';
		fixture.sandbox.addFault({ kind: 'reset', phase: 'after', root: 'sms', skip: 1 });
		const both = PEOPLE.slice(0, 2);
		const { result } = await askAll({}, { message }, {}, both);
		expect(result.error?.message).toMatch(/not known whether the request was carried out/);
		await askAll({ executionId: '2', retryOf: result.run }, { message }, {}, both);
		expect(sentTo('0502222222')).toHaveLength(1);
	});

	test('asks nobody of several when one item has a mistake', async () => {
		const { watcher, result } = await askAll({}, {}, {}, [...PEOPLE, 'x']);
		expect(result.error?.message).toMatch(/is not a phone number.*\[item 3\]$/);
		expect(fixture.sandbox.requests()).toHaveLength(0);
		expect(watcher.started).toHaveLength(0);
	});

	test('sends under Retry On Fail what was refused for a moment, to nobody twice', async () => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, root: 'sms', times: 2 });
		const { watcher, result } = await askAll({ retryOnFail: true, maxTries: 3 });
		expect(result.error).toBeUndefined();
		expect(PEOPLE.map((phone) => sentTo(phone).length)).toEqual([1, 1, 1]);
		for (const phone of PEOPLE) await answer(watcher, phone);
		expect(outcomes(watcher)).toEqual(['approved', 'approved', 'approved']);
	});

	test.each([
		['what stays refused', 'httpStatus', 4, /^Nobody was asked again/],
		['a lost answer', 'reset', 1, /it is not known whether the request was carried out/],
	] as const)('asks nobody again under Retry On Fail after %s', async (_, kind, times, message) => {
		const fault = kind === 'reset' ? { kind, phase: 'after' as const } : { kind, status: 429 };
		fixture.sandbox.addFault({ ...fault, root: 'sms', times });
		const { watcher, result } = await askAll({ retryOnFail: true, maxTries: 2 });
		expect(result.error?.message).toMatch(message);
		expect(PEOPLE.flatMap(sentTo)).toHaveLength(kind === 'reset' ? 3 : 2);
		expect(watcher.started).toHaveLength(1);
	});

	test.each([undefined, 'continueRegularOutput'] as const)(
		'begins a sub-execution that n8n refuses once, with On Error %s',
		async (onError) => {
			let times = 0;
			const { result } = await askAll({
				onError,
				retryOnFail: true,
				executeWorkflow: async () => {
					times++;
					return await Promise.reject(new Error('Denied by a policy'));
				},
			});
			expect(times).toBe(1);
			expect(result.error?.message ?? result.items[0]?.json.error).toBe(
				'The answers could not be waited for: Denied by a policy [item 0]',
			);
			expect(fixture.sandbox.messages()).toHaveLength(0);
		},
	);
});

test('asks all people of one run in the same way', async () => {
	const { result } = await askAll(
		{},
		{},
		{
			firstAnswerDecides: '={{ $json.phone === "0501111111" }}',
		},
	);
	expect(result.error?.message).toMatch(/'First Answer Decides' .*differ between the items/);
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('asks one person at a time as a tool', async () => {
	const { result } = await askAll({ type: 'n8n-nodes-textme.textMeTool' });
	expect(JSON.stringify(result.items)).toContain('takes one input item at a time as a tool, not 3');
	expect(fixture.sandbox.requests()).toHaveLength(0);
});

test('one person alone is asked without a sub-execution', async () => {
	const { watcher, result } = await askAll({}, {}, {}, ['0501111111']);
	expect(result.run.waitTill).toBeDefined();
	expect(watcher.started).toHaveLength(0);
});

describe('a reminder', () => {
	const textsTo = (phone: string) => sentTo(phone).map(({ text }) => text);

	test('goes to whoever has not answered, with their link, from the same sub-account', async () => {
		const { reseller: account } = fixture.sandbox;
		const { watcher } = await askAll({ account }, {}, { ...remind(), onBehalfOf: 'demo-sub' });
		const begin = Date.now();
		await pass(MINUTE);
		await answer(watcher, '0502222222');
		while (sentTo('0501111111').length < 2) await due(watcher);
		expect(Math.round((Date.now() - begin) / MINUTE)).toBe(30);
		expect(PEOPLE.map((phone) => sentTo(phone).length)).toEqual([2, 1, 2]);
		expect(textsTo('0503333333')[1]).toBe(`${REMINDER}\n${linkTo('0503333333').href}`);
		const [first, second] = sentTo('0503333333').map(({ externalId }) => externalId);
		expect(second).toBe(`${first}-reminder`);
		const accounts = fixture.sandbox.requests({ root: 'sms' }).map(({ username }) => username);
		expect(accounts).toEqual(Array(5).fill('demo-sub'));

		expect((await answer(watcher, '0503333333', 'decline')).page).toContain('Thank you');
		expect(await end(watcher)).toBe(1);
		expect(outcomes(watcher)).toEqual(['timedOut', 'approved', 'disapproved']);
		const at = formatInstant(begin + 30 * MINUTE);
		expect(watcher.output.map(({ json }) => json.remindedAt)).toEqual([at, undefined, at]);
		expect(PEOPLE.map((phone) => sentTo(phone).length)).toEqual([2, 1, 2]);
	});

	test('reaches a person who is asked alone, with the question where it has no text', async () => {
		const { watcher } = await askAll({}, {}, remind({ message: '' }), ['0501111111']);
		await end(watcher);
		expect(outcomes(watcher)).toEqual(['timedOut']);
		const [question, reminder, ...others] = textsTo('0501111111');
		expect([reminder, others]).toEqual([question, []]);
	});

	test('has a short link of its own', async () => {
		await askAll({}, {}, { ...remind(), shortenLink: true }, ['0501111111']).then(
			async ({ watcher }) => await due(watcher),
		);
		const bodies = fixture.sandbox.requests({ root: 'sms' }).map(({ body }) => body);
		expect(bodies.map((body) => /https?:[^"<]+signature=\w+/.test(body ?? ''))).toEqual([
			true,
			true,
		]);
		expect(bodies[1]).toContain(`${REMINDER}\\n[link-1]`);
	});

	test('is not sent again when n8n has lost what it stored, and not after the end', async () => {
		const { watcher } = await askAll({}, {}, remind(), ['0501111111']);
		const before = watcher.stored;
		await due(watcher);
		expect(sentTo('0501111111')).toHaveLength(2);
		watcher.restore(before);
		await watcher.wake();
		expect(sentTo('0501111111')).toHaveLength(2);
		await end(watcher);
		expect(watcher.output[0]?.json).toMatchObject({ remindedAt: expect.any(String) as string });
	});

	test('ends no link where the database of n8n fails', async () => {
		const { watcher } = await askAll({}, {}, remind());
		remembered.failures = Infinity;
		await due(watcher);
		await answer(watcher, PEOPLE[0] ?? '');
		await end(watcher);
		expect(outcomes(watcher)).toEqual(['approved', 'timedOut', 'timedOut']);
		expect(watcher.output[1]?.json.warning).toMatch(/^The reminder failed: UNIQUE/);
	});

	test.each<[string, INodeParameters, INodeParameters, RegExp]>([
		['too long a text', { message: 'x'.repeat(1000) }, {}, /'Reminder' has \d+ characters/],
		[
			'the first answer that decides',
			{},
			{ firstAnswerDecides: true },
			/^'Reminder' cannot be combined with 'First Answer Decides'/,
		],
	])('asks nobody with %s', async (_, values, options, message) => {
		const { result } = await askAll({}, {}, { ...remind(values), ...options });
		expect(result.error?.message).toMatch(message);
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});

	test('is refused in a tool', async () => {
		const tool = { type: 'n8n-nodes-textme.textMeTool' };
		const { result } = await askAll(tool, {}, remind(), ['0501111111']);
		expect(JSON.stringify(result.items)).toContain("'Reminder' is not possible in a tool");
		expect(fixture.sandbox.requests()).toHaveLength(0);
	});
});
