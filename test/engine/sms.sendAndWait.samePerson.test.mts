import { limitWaitTo } from './harness/questions.mts';
import {
	DANA,
	OMER,
	texts,
	useReplyQuestions,
	MINUTE,
	outcomes,
} from './harness/replyQuestions.mts';
import { detailsOf, useSandbox } from './harness/useSandbox.mts';

const WEEK = 7 * 24 * 60 * MINUTE;

const fixture = useSandbox();
const { askEach, asked, due, end, pass, reply } = useReplyQuestions(fixture);

describe('two executions that ask the same person', () => {
	test('take the first text after both for the answer to both', async () => {
		const { watcher: older } = await asked([DANA]);
		const { watcher: newer } = await asked([DANA]);
		reply(DANA, 'to both');
		reply(DANA, 'and more');
		for (const watcher of [older, newer]) {
			await due(watcher);
			expect([outcomes(watcher), texts(watcher)]).toEqual([['answered'], ['to both']]);
		}
	});
});

describe('a text that came before the question', () => {
	test('is no answer, although people were asked for a minute meanwhile', async () => {
		const { sandbox } = fixture;
		sandbox.events.once('request', () => reply(DANA, 'before'));
		const clock = jest.spyOn(Date, 'now');
		const now = clock.getMockImplementation() as () => number;
		clock.mockImplementation(() => now() + (sandbox.messages().length > 0 ? MINUTE : 0));
		const { watcher } = await asked([OMER, DANA]);
		await sandbox.setClock(Date.now());
		reply(DANA, 'yes');
		await end(watcher);
		expect(texts(watcher)).toEqual(['', 'yes']);
	});
});

test('takes one text for two questions to a person in one run', async () => {
	const each = askEach({ message: '=Question {{ $itemIndex }}' });
	const { watcher } = await asked([DANA, OMER, DANA], each);
	reply(DANA, 'to both');
	reply(OMER, 'of Omer');
	await due(watcher);
	expect(texts(watcher)).toEqual(['to both', 'of Omer', 'to both']);
});

test('asks a person once who is in the list twice, and waits for that answer', async () => {
	const { watcher, result } = await asked([DANA, OMER, '050-123-4567']);
	expect(fixture.sandbox.messages().map(({ phone }) => phone)).toEqual([DANA, OMER]);
	expect(result.hints).toEqual([expect.stringMatching(/^2 of 3 asked, 2 SMS: 1 duplicate\./)]);
	reply(DANA, 'yes');
	reply(OMER, 'no');
	await due(watcher);
	expect(watcher.output.map(({ json }) => [json.outcome, detailsOf(json).duplicateOf])).toEqual([
		['answered', undefined],
		['answered', undefined],
		[undefined, 0],
	]);
});

test('waits seven days for a reply when there is no limit', async () => {
	const { watcher } = await asked([DANA], askEach({}, { limitWaitTime: undefined }));
	const begin = Date.now();
	await pass(WEEK - MINUTE);
	await watcher.wake();
	expect(watcher.waitTill).toBeDefined();
	await end(watcher);
	expect(outcomes(watcher)).toEqual(['timedOut']);
	expect(Math.round((Date.now() - begin) / MINUTE)).toBe(WEEK / MINUTE);
});

test('more than thirty days are refused before anybody is asked', async () => {
	const { result } = await asked([DANA], askEach({}, limitWaitTo(31, 'days')));
	expect(result.error?.message).toMatch(/'Limit Wait Time' is more than 30 days/);
	expect(fixture.sandbox.messages()).toStrictEqual([]);
});
