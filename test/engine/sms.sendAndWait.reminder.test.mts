import type { INodeParameters } from 'n8n-workflow';

import { formatInstant } from '../../gateway/dates';
import { REMINDER, remind } from './harness/questions.mts';
import { DANA, OMER, texts, useReplyQuestions } from './harness/replyQuestions.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { MINUTE, outcomes } from './harness/watchedRuns.mts';

const fixture = useSandbox();
const { askEach, asked, due, end, pass, reply } = useReplyQuestions(fixture);

const sentTo = (phone: string) => fixture.sandbox.messages({ phone }).map(({ text }) => text);
const QUESTION = 'Is Tuesday at 9 good for you? Reply 1 for yes, 2 for no.';

test('reminds whoever has not answered after half an hour, and takes the answer to that', async () => {
	const { watcher } = await asked([DANA, OMER], askEach({}, remind()));
	const begin = Date.now();
	reply(OMER, '1');
	while (sentTo(DANA).length < 2) await due(watcher);
	expect(Math.round((Date.now() - begin) / MINUTE)).toBe(30);
	expect(sentTo(DANA)).toEqual([QUESTION, REMINDER]);
	expect(sentTo(OMER)).toEqual([QUESTION]);
	reply(DANA, '2');
	await end(watcher);
	expect([outcomes(watcher), texts(watcher)]).toEqual([
		['answered', 'answered'],
		['2', '1'],
	]);
	expect(watcher.output[0]?.json.remindedAt).toBe(formatInstant(begin + 30 * MINUTE));
	expect(watcher.output[1]?.json.remindedAt).toBeUndefined();
	const ids = fixture.sandbox.messages({ phone: DANA }).map(({ externalId }) => externalId);
	expect(ids[1]).toBe(`${ids[0]}-reminder`);
});

test('reminds whoever never answers once', async () => {
	const { watcher } = await asked([DANA], askEach({}, remind({ message: '' })));
	await end(watcher);
	expect(outcomes(watcher)).toEqual(['timedOut']);
	expect(sentTo(DANA)).toEqual([QUESTION, QUESTION]);
});

test('killed right after the reminder, n8n sends none again', async () => {
	const { watcher } = await asked([DANA], askEach({}, remind()));
	await pass(31 * MINUTE);
	await watcher.killWhileItLooks();
	expect(sentTo(DANA)).toEqual([QUESTION, REMINDER]);
	await end(watcher);
	expect(sentTo(DANA)).toEqual([QUESTION, REMINDER]);
	expect(watcher.output[0]?.json).toMatchObject({
		outcome: 'timedOut',
		remindedAt: expect.any(String) as string,
	});
});

test('down until the time is up, n8n reminds nobody', async () => {
	const { watcher } = await asked([DANA], askEach({}, remind()));
	await pass(121 * MINUTE);
	await watcher.wake();
	await end(watcher);
	expect(sentTo(DANA)).toEqual([QUESTION]);
	expect(watcher.output[0]?.json.remindedAt).toBeUndefined();
});

test('nobody is reminded while replies cannot be read', async () => {
	const { watcher } = await asked([DANA], askEach({}, remind()));
	await pass(29 * MINUTE);
	await watcher.wake();
	reply(DANA, '1');
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'incoming', times: 3 });
	await pass(2 * MINUTE);
	await watcher.wake();
	expect(sentTo(DANA)).toEqual([QUESTION]);
	await end(watcher);
	expect([outcomes(watcher), sentTo(DANA)]).toEqual([['answered'], [QUESTION]]);
});

test('reports a reminder that is refused or may be lost, and does not retry it', async () => {
	const { watcher } = await asked([DANA], askEach({}, remind()));
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 500, root: 'sms', times: 0 });
	await end(watcher);
	expect(fixture.sandbox.requests({ root: 'sms' })).toHaveLength(2);
	expect(watcher.output[0]?.json).toMatchObject({
		outcome: 'timedOut',
		warning: expect.stringMatching(/^The reminder failed: .*HTTP 500/) as string,
	});
});

test.each<[string, INodeParameters, RegExp]>([
	['no time', { amount: 0 }, /'Reminder' is not a time/],
	[
		'a time after the end',
		{ amount: 2, unit: 'hours' },
		/'Reminder' comes after the end of the wait/,
	],
	['a link', { message: 'Here: {link}' }, /'Reminder' has a place for a link/],
	[
		'the link of n8n',
		{ message: '=Here: {{ $execution.resumeUrl }}' },
		/'Reminder' has a place for a link/,
	],
	['too long a text', { message: 'x'.repeat(1006) }, /'Reminder' has 1006 characters/],
	['braces', { message: 'Dear {{ $json.name }}' }, /'Reminder' contains "\{\{/],
])('nobody is asked with %s', async (_, values, message) => {
	const { result } = await asked([DANA], askEach({}, remind(values)));
	expect(result.error?.message).toMatch(message);
	expect(fixture.sandbox.requests()).toStrictEqual([]);
});

test('says nothing of the reminder when another field is wrong', async () => {
	const { result } = await asked([DANA], askEach({ source: 'TextMe' }, remind()));
	expect(result.error?.message).toBe(
		`'Sender' is a name ("TextMe") that nobody can reply to; choose a number that receives messages [item 0]`,
	);
});

describe('choices', () => {
	test.each<[string, string, INodeParameters]>([
		['\u200Fכן!', 'כן', {}],
		['2\uFE0F\u20E3', 'לא', {}],
		['4', '', {}],
		['2', '', { message: 'Write a number, or nobody, or later', choices: 'nobody\nlater' }],
	])('makes the reminder of %j %j', async (text, choice, values) => {
		const { watcher } = await asked([DANA], askEach({ choices: 'כן\nלא\nnot sure', ...values }));
		reply(DANA, text);
		await end(watcher);
		const data = { text: text.replace('\u200F', ''), choice };
		expect(watcher.output[0]?.json).toMatchObject({ outcome: 'answered', data });
	});

	test('are empty where nobody answers', async () => {
		const { watcher } = await asked([DANA], askEach({ choices: 'Yes\nNo' }));
		await end(watcher);
		expect(watcher.output[0]?.json).toMatchObject({
			outcome: 'timedOut',
			data: { text: '', choice: '' },
		});
	});

	test('refuses an expression that yields none', async () => {
		const { result } = await asked([DANA], askEach({ choices: '={{ $json.missing }}' }));
		expect(result.error?.message).toMatch(/^'Choices' is empty/);
		expect(fixture.sandbox.requests()).toStrictEqual([]);
	});

	test('refuses a single one', async () => {
		const { result } = await asked([DANA], askEach({ choices: 'Yes, No' }));
		expect(result.error?.message).toMatch(/^'Choices' is a single choice/);
		expect(fixture.sandbox.requests()).toStrictEqual([]);
	});
});
