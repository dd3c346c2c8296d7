import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultSpec } from '../../sandbox/wire/faults.mts';
import { ask } from './harness/questions.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';

const fixture = useSandbox();

/** A person's review of a model's call, as n8n runs it. */
const review = (parameters: INodeParameters, options: SandboxRun = {}) =>
	fixture.run(parameters, { type: 'n8n-nodes-textme.textMeHitlTool', ...options });

const LONG = `The agent wants to run Send with ${'words '.repeat(200)}and the end`;

/** n8n's default message of a review. */
const BY_DEFAULT =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

test.each([undefined, 'stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'tells the model that nobody was asked, with On Error %s',
	async (onError) => {
		const { items, error } = await review(ask({ phones: '12' }), { onError });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			{
				approved: false,
				chatInput: expect.stringMatching(
					/^Nobody was asked: 'Phone Numbers' is not a phone number.*[^\]]$/,
				) as string,
			},
		]);
		expect(fixture.sandbox.requests()).toEqual([]);
	},
);

test('never asks by SMS Reply, because a text can be forged', async () => {
	const { items } = await review(ask({ responseType: 'smsReply' }));
	expect(items[0]?.json.chatInput).toContain("'Response Type' cannot be 'SMS Reply' for an agent");
});

const PROTOTYPE = JSON.parse('{"__proto__":{"x":1},"Message":"hi"}') as IDataObject;
const MANY = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 'v']));

test.each<[string, IDataObject[string], asked: boolean]>([
	['a name of a prototype', PROTOTYPE, true],
	['5,000 fields', MANY, true],
	['nothing', null, true],
	['an expression', { Message: 'Hi {{ $json.x }}' }, false],
	['a field of contacts', { Message: 'Hi [DYNAMIC_FIELD1]' }, false],
	['a character that no text holds', { Message: 'a\u0000b' }, false],
])('asks about %s of a stranger, or says why not', async (_, toolParameters, isAsked) => {
	const { items, error } = await review(ask({ message: BY_DEFAULT }), {
		items: [{ tool: 'Send_SMS', toolParameters }],
	});
	expect(error).toBeUndefined();
	expect(fixture.sandbox.messages()).toHaveLength(isAsked ? 1 : 0);
	const { approved, chatInput } = items[0]?.json ?? {};
	expect([approved, chatInput]).toEqual(
		isAsked ? [undefined, undefined] : [false, expect.stringMatching(/^Nobody was asked: /)],
	);
});

test.each<[string, IDataObject, asked: boolean]>([
	['the tool', { toolParameters: { Order: '1042', query: { Order: '9999' } } }, false],
	['the message', { query: { toolParameters: { Order: '1042' } } }, false],
	["the tool's name", { query: { tool: 'Look_up' } }, false],
	['nothing: a search', { toolParameters: { query: 'shoes' } }, true],
])('asks only about what the tool gets: a query that changes %s', async (_, call, isAsked) => {
	const message = '=Cancel {{ $json.toolParameters.Order }}?';
	const cancel = { tool: 'Cancel', toolParameters: { Order: '9999' }, ...call };
	const { items } = await review(ask({ message }), { items: [cancel] });
	expect(fixture.sandbox.messages()).toHaveLength(isAsked ? 1 : 0);
	if (!isAsked) expect(items[0]?.json.chatInput).toMatch(/^Nobody was asked: .*leave out "query"$/);
});

const OPTED_OUT: FaultSpec = { kind: 'optedOut', root: 'sms' };
const LOST: FaultSpec = { kind: 'reset', root: 'sms', phase: 'after' };

test.each<[string, INodeParameters, RegExp, FaultSpec?]>([
	['the sender is not verified', { source: 'Nobody' }, /^Nobody was asked: The sender is/],
	['the person has opted out', {}, /^Nobody was asked: .*opted out/, OPTED_OUT],
	['the outcome is open', {}, /^It is not known whether anybody was asked: /, LOST],
])('tells the model that %s', async (...[, values, told, fault]) => {
	if (fault) fixture.sandbox.addFault(fault);
	const { items, error } = await review(ask(values));
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({
		approved: false,
		chatInput: expect.stringMatching(told) as string,
	});
});

const CALL = 'Send SMS\nPhone Numbers: 052-111 2233\nMessage: Your order is ready';
test.each([
	['the tool and its fields', {}, `The agent asks for your approval:\n${CALL}`],
	['a message of its own', { message: '=Run {{ $tool.name }}?' }, 'Run Send_SMS?'],
])('asks by default with words for %s, on the phone and on the page', async (_, values, text) => {
	const toolParameters = { Phone_Numbers: '052-111 2233', Message: 'Your order is ready' };
	const { run } = await review(ask({ message: BY_DEFAULT, ...values }), {
		items: [{ tool: 'Send_SMS', toolParameters }],
	});
	expect(fixture.sandbox.messages()[0]?.text.split('\nhttp')[0]).toBe(text);
	const { page } = await new WaitingRun(run).open();
	expect(page).toContain(`dir="auto">${text}</p>`);
	for (const label of ['Approve', 'Decline']) expect(page).toContain(`>${label}</button>`);
});

test('tells the model that nobody has answered', async () => {
	const { run } = await review(ask());
	const [item] = new WaitingRun(run).stackItems;
	expect(item?.json).toMatchObject({
		outcome: 'timedOut',
		data: { approved: false, chatInput: expect.stringMatching(/^Nobody has answered/) as string },
	});
});

test('shortens a question in the text, and shows the whole on the page', async () => {
	const { run, error } = await review(ask({ message: LONG }));
	expect(error).toBeUndefined();
	const [sent] = fixture.sandbox.messages();
	expect(sent?.text).toMatch(/^The agent wants to run Send with words .*…\nhttp/);
	expect(sent?.text.length).toBe(1005);
	const { question } = run.data.executionData?.contextData['node:TextMe'] ?? {};
	expect(question).toMatchObject({ latest: { page: { message: LONG } } });
});

test('refuses a question of the same length that a person wrote', async () => {
	const { error } = await fixture.run(ask({ message: LONG }));
	expect(error?.message).toMatch(/^'Message' has \d+ characters/);
});

describe('whoever declines', () => {
	const double = ask({ approvalType: 'double' });
	const answer = async (body: Record<string, string>, parameters = double) => {
		const waiting = new WaitingRun((await review(parameters)).run);
		const { page, items } = await waiting.open({ method: 'POST', body });
		return { form: (await waiting.open()).page, page, data: items?.[0]?.json.data };
	};

	test('may tell the model why', async () => {
		const reason = 'Too early.\r\nTell her tomorrow';
		const { form, page, data } = await answer({ decision: 'decline', reason });
		expect(form).toMatch(/Why not, or what instead\?[^]*<textarea id="reason"/);
		expect(data).toEqual({ approved: false, chatInput: 'Declined: Too early.\nTell her tomorrow' });
		expect(page).toContain('Decline\nToo early.');
	});

	test('asks nobody to fill in what is not needed', async () => {
		const { data } = await answer({ decision: 'decline', reason: ' ' });
		expect(data).toEqual({ approved: false });
	});

	test('is asked for no reason where nobody can decline, or no model asks', async () => {
		const { form } = await answer({}, ask({ approvalType: 'single' }));
		expect(form).not.toContain('reason');
		const { page } = await new WaitingRun((await fixture.run(double)).run).open();
		expect(page).not.toContain('reason');
	});
});
