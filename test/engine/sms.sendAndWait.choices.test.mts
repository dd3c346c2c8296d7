import type { INodeParameters } from 'n8n-workflow';

import { DANA, useReplyQuestions } from './harness/replyQuestions.mts';
import { useSandbox } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { askEach, asked, end, reply } = useReplyQuestions(fixture);

test.each<[string, string, INodeParameters]>([
	['\u200Fכן!', 'כן', {}],
	['2\uFE0F\u20E3', 'לא', {}],
	['4', '', {}],
	['2', '', { message: 'Write a number, or nobody, or later', choices: 'nobody\nlater' }],
])('makes the choice of %j %j', async (text, choice, values) => {
	const { watcher } = await asked([DANA], askEach({ choices: 'כן\nלא\nnot sure', ...values }));
	reply(DANA, text);
	await end(watcher);
	const data = { text: text.replace('\u200F', ''), choice };
	expect(watcher.output[0]?.json).toMatchObject({ outcome: 'answered', data });
});

test('choices are empty where nobody answers', async () => {
	const { watcher } = await asked([DANA], askEach({ choices: 'Yes\nNo' }));
	await end(watcher);
	expect(watcher.output[0]?.json).toMatchObject({
		outcome: 'timedOut',
		data: { text: '', choice: '' },
	});
});

const LONG = { message: 'x'.repeat(1000), choices: 'Yes\nNo' };
const NAME = /'Sender' is a name \("TextMe"\) that nobody can reply to/;

test.each<[string, INodeParameters, RegExp]>([
	['a link', { message: 'Here: {link}' }, /'Message' has a placeholder for a link/],
	['a name that sends', { source: 'TextMe' }, NAME],
	['no choices', { choices: '={{ $json.missing }}' }, /^'Choices' is empty/],
	['a single choice', { choices: 'Yes, No' }, /^'Choices' is a single choice/],
	['too long a text', LONG, /^'Message' has 1013 characters with the choices;/],
])('asks nobody by text with %s', async (_, values, message) => {
	const { result } = await asked([DANA], askEach(values));
	expect(result.error?.message).toMatch(message);
	expect(fixture.sandbox.requests()).toStrictEqual([]);
});
