import type { INodeParameters } from 'n8n-workflow';
import { behindGateway } from './harness/servers.mts';
import { AT, questionOutput } from './harness/questions.mts';
import {
	DANA,
	OMER,
	texts,
	useReplyQuestions,
	MINUTE,
	outcomes,
} from './harness/replyQuestions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { askEach, asked, at, due, end, looks, pass, reply } = useReplyQuestions(fixture);

test('each of several people is answered for by their own reply', async () => {
	const { watcher, result } = await asked([DANA, OMER], askEach());
	expect(result.run.status).toBe('waiting');
	expect(fixture.sandbox.messages().map(({ phone }) => phone)).toEqual([DANA, OMER]);
	reply(OMER, '2');
	await due(watcher);
	expect(watcher.waitTill).toBeDefined();
	const text = 'כן, תודה';
	reply(DANA, text);
	await due(watcher);
	expect(watcher.waitTill).toBeUndefined();
	const [{ externalId, campaignId } = {}] = fixture.sandbox.messages();
	expect(watcher.output).toEqual([
		{
			pairedItem: { item: 0 },
			json: questionOutput(
				{ text, data: { text }, outcome: 'answered', respondedAt: AT },
				{ externalId, shipmentId: String(campaignId), segments: 1 },
			),
		},
		{
			pairedItem: { item: 1 },
			json: expect.objectContaining({ data: { text: '2' }, phone: OMER }) as object,
		},
	]);
	for (const { json } of watcher.output) {
		expect(Object.keys(json).slice(3, 6)).toEqual(['outcome', 'text', 'respondedAt']);
	}
});

test('takes a reaction that quotes the question for no answer', async () => {
	const { watcher } = await asked([DANA, OMER]);
	const [toDana, toOmer] = fixture.sandbox.messages().map(({ text }) => text);
	reply(DANA, `Liked “${toDana}”`);
	reply(OMER, 'Liked it last time, so yes');
	await due(watcher);
	reply(DANA, 'no');
	await due(watcher);
	expect(toOmer).toBe(toDana);
	expect(texts(watcher)).toEqual(['no', 'Liked it last time, so yes']);
});

test('takes the answer of whoever writes while others are still being asked', async () => {
	const { sandbox } = fixture;
	const clock = jest.spyOn(Date, 'now');
	const now = clock.getMockImplementation() as () => number;
	clock.mockImplementation(() => now() + (sandbox.messages().length > 1 ? 3 * MINUTE : 0));
	const { watcher } = await asked([DANA, OMER]);
	reply(DANA, '1');
	await sandbox.setClock(Date.now());
	reply(OMER, '2');
	await due(watcher);
	expect(texts(watcher)).toEqual(['1', '2']);
});

test.each([{}, { simplify: false }])(
	'takes what people wrote before somebody retried the execution, with %j',
	async (options) => {
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, root: 'sms', skip: 1 });
		const { result } = await asked([DANA, OMER], askEach({}, options));
		expect(result.error?.message).toContain('HTTP 429');
		await pass(10 * MINUTE);
		reply(DANA, '1');
		await pass(80 * MINUTE);
		const { watcher } = await asked([DANA, OMER], askEach({}, options), { retryOf: result.run });
		expect(fixture.sandbox.messages()).toHaveLength(2);
		reply(OMER, '2');
		await due(watcher);
		expect(texts(watcher)).toEqual(['1', '2']);
	},
);

test.each([-70, -3, 50, 70])('takes an answer by a clock %i minutes ahead', async (minutes) => {
	await fixture.sandbox.setClock(Date.now() + minutes * MINUTE);
	reply(DANA, 'before');
	const { watcher } = await asked([DANA]);
	reply(DANA, '1');
	await due(watcher);
	expect(texts(watcher)).toEqual(['1']);
});

test('takes an answer without a date, and with its text in a field that nobody knows', async () => {
	const heard = JSON.stringify({ status: 0, transactions: [{ phone: DANA, body: 'Yes' }] });
	let text: string | undefined;
	const answers = ({ body }: { body: string }) =>
		text !== undefined && body.includes('"incoming"') ? { text } : undefined;
	await behindGateway(fixture.sandbox, answers, async (baseUrl) => {
		const credentials = { ...fixture.credentials(), baseUrl };
		const { watcher } = await asked([DANA], askEach(), { credentials });
		text = heard;
		await due(watcher);
		const { outcome, text: said, other } = watcher.output[0]?.json ?? {};
		expect([outcome, said, other]).toEqual(['answered', '', { body: 'Yes' }]);
	});
});

test('takes an answer in the second of the two equal hours in which summer time ends', async () => {
	await at('2026-10-25T01:05:00+02:00');
	const { watcher } = await asked([DANA]);
	await at('2026-10-25T01:10:00+02:00');
	reply(DANA, '1');
	await watcher.wake();
	expect(texts(watcher)).toEqual(['1']);
});

test('ends in time without a reply, and counts a reply of the last moment', async () => {
	const { watcher } = await asked([DANA, OMER]);
	const begin = Date.now();
	const { size } = watcher;
	let last = 0;
	while (watcher.waitTill) {
		if (Number(watcher.waitTill) - begin >= 120 * MINUTE - 10_000) reply(OMER, '1');
		last = Math.max(last, await due(watcher));
	}
	expect(outcomes(watcher)).toEqual(['timedOut', 'answered']);
	expect(watcher.output[0]?.json).toMatchObject({ data: { text: '' }, phone: DANA });
	expect(Math.round((Date.now() - begin) / MINUTE)).toBe(120);
	expect(Math.round(last / MINUTE)).toBeLessThanOrEqual(10);
	expect(looks()).toBeLessThan(60);
	// n8n's stored data grows little per look.
	expect((watcher.size - size) / looks()).toBeLessThan(1_500);
});

test('keeps what is known when the time is up while the gateway is down', async () => {
	const { watcher } = await asked([DANA, OMER]);
	reply(DANA, '1');
	await due(watcher);
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'incoming', times: 0 });
	await end(watcher);
	expect(outcomes(watcher)).toEqual(['answered', 'timedOut']);
	expect(watcher.output[1]?.json.result).toMatch(/could not be looked up: .*HTTP 503/);
});

test.each([
	['too many requests', { kind: 'httpStatus', status: 429 }],
	['a connection that breaks', { kind: 'reset' }],
	['a maintenance page', { kind: 'html' }],
] as const)('goes on waiting after %s', async (_, fault) => {
	const { watcher } = await asked([DANA]);
	reply(DANA, '1');
	fixture.sandbox.addFault({ ...fault, root: 'incoming', times: 3 });
	await due(watcher);
	expect(watcher.waitTill).toBeDefined();
	await due(watcher);
	expect(watcher.output[0]?.json).toMatchObject({ data: { text: '1' }, outcome: 'answered' });
	expect(watcher.output[0]?.json.result).toBe('Accepted');
});

test('says of an answer that it asks to be removed', async () => {
	const { watcher } = await asked([DANA]);
	reply(DANA, 'נא להסיר');
	await due(watcher);
	expect(watcher.output[0]?.json.data).toEqual({ text: 'נא להסיר', asksToBeRemoved: true });
});

test('ends the wait at a refusal and says so', async () => {
	const { watcher } = await asked([DANA]);
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 403, root: 'incoming' });
	await due(watcher);
	expect(watcher.output[0]?.json).toMatchObject({
		outcome: 'unknown',
		data: { text: '' },
		result: expect.stringMatching(
			/^Accepted\. Replies could not be looked up: .*HTTP 403/,
		) as string,
	});
});

test.each([
	['stop', {}],
	['go on', { onError: 'continueRegularOutput' }],
] as const)('asks nobody who cannot be heard, when set to %s', async (_, options) => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 403, root: 'incoming' });
	const { result } = await asked([DANA, OMER], askEach(), options);
	const failed = result.error ?? (result.items[0]?.json as { error: string; message: string });
	expect(JSON.stringify(failed)).toMatch(/Not asked, because replies cannot be read\. [A-Z]/);
	expect(result.items).toHaveLength('onError' in options ? 2 : 0);
	expect(fixture.sandbox.messages()).toStrictEqual([]);
});

test('waits for nobody when the message was refused', async () => {
	const { watcher, result } = await asked(['12', DANA], askEach(), {
		onError: 'continueRegularOutput',
	});
	reply(DANA, '1');
	await due(watcher);
	expect(watcher.output.map(({ json }) => json.outcome)).toStrictEqual([undefined, 'answered']);
	expect(watcher.output[0]?.json.result).toMatch(/'Phone Numbers' /);
	expect(result.run.status).toBe('waiting');
});

test('starts no second watch under Retry On Fail for an item that fails', async () => {
	const { watcher } = await asked(['12', DANA], askEach(), {
		onError: 'continueErrorOutput',
		retryOnFail: true,
		maxTries: 3,
	});
	expect(watcher.started).toHaveLength(1);
	reply(DANA, '1');
	await due(watcher);
	expect(outcomes(watcher)).toStrictEqual([undefined, 'answered']);
	expect(Object.keys(watcher.output[0]?.json ?? {})).toEqual(['error']);
});

test('hears the messages of a sub-account for it', async () => {
	const { subAccount, reseller } = fixture.sandbox;
	const { watcher } = await asked(
		[DANA],
		askEach(
			{ source: { __rl: true, mode: 'id', value: subAccount.number } },
			{ onBehalfOf: subAccount.username },
		),
		{ account: reseller },
	);
	fixture.sandbox.handsetReply({ phone: DANA, text: '1', username: subAccount.username });
	await due(watcher);
	expect(texts(watcher)).toEqual(['1']);
});

test.each<[string, string, INodeParameters]>([
	['\u200Fכן!', 'כן', {}],
	['2\uFE0F\u20E3', 'לא', {}],
	['4', '', {}],
	['2', '', { message: 'Write a number, or nobody, or later', choices: 'nobody\nlater' }],
	// Nobody answers.
	['', '', {}],
])('makes the choice of %j %j', async (text, choice, values) => {
	const { watcher } = await asked([DANA], askEach({ choices: 'כן\nלא\nnot sure', ...values }));
	if (text) reply(DANA, text);
	await end(watcher);
	const data = { text: text.replace('\u200F', ''), choice };
	const outcome = text ? 'answered' : 'timedOut';
	expect(watcher.output[0]?.json).toMatchObject({ outcome, data });
});

const LONG = { message: 'x'.repeat(1000), choices: 'Yes\nNo' };
const NAME = /'Sender' is a name \("TextMe"\) that nobody can reply to/;

test.each<[string, INodeParameters, RegExp]>([
	['a link', { message: 'Here: {link}' }, /'Message' has a placeholder for a link/],
	['a name that sends', { source: 'TextMe' }, NAME],
	[
		'no choices',
		{ choices: '={{ $json.missing }}' },
		/^'Choices' has a gap: there is no field "missing"/,
	],
	['a single choice', { choices: 'Yes, No' }, /^'Choices' is a single choice/],
	['too long a text', LONG, /^'Message' has 1013 characters with the choices;/],
])('asks nobody by text with %s', async (_, values, message) => {
	const { result } = await asked([DANA], askEach(values));
	expect(result.error?.message).toMatch(message);
	expect(fixture.sandbox.requests()).toStrictEqual([]);
});
