import { limitWaitTo } from './harness/questions.mts';
import { DANA, OMER, texts, useReplyQuestions } from './harness/replyQuestions.mts';
import type { SubExecution } from './harness/subExecution.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { MINUTE, outcomes } from './harness/watchedRuns.mts';

const WEEK = 7 * 24 * 60 * MINUTE;

const fixture = useSandbox();
const { askEach, asked, at, due, end, pass, reply } = useReplyQuestions(fixture);

/** What is heard of a person who says yes. */
async function heard(watcher: SubExecution) {
	reply(DANA, 'yes');
	await due(watcher);
	return texts(watcher);
}

describe('two executions that ask the same person', () => {
	test('hands over to the newer question, and says so in the older one, whichever looks first', async () => {
		const { watcher: older } = await asked([DANA]);
		const { watcher: newer } = await asked([DANA]);
		reply(DANA, 'to the newer');
		await due(older);
		expect(older.waitTill).toBeUndefined();
		expect(older.output).toMatchObject([
			{ json: { data: { text: '' }, outcome: 'replaced', phone: DANA }, pairedItem: { item: 0 } },
		]);
		await due(newer);
		expect([outcomes(newer), texts(newer)]).toEqual([['answered'], ['to the newer']]);
	});

	test('hands over also in the second of the two equal hours in which summer time ends', async () => {
		await at('2026-10-24T18:00:00+03:00');
		const { watcher: older } = await asked([DANA], askEach({}, limitWaitTo(48)));
		await at('2026-10-25T01:05:00+02:00');
		const { watcher: newer } = await asked([DANA]);
		await at('2026-10-25T01:20:00+02:00');
		reply(DANA, 'to the newer');
		for (const watcher of [older, newer]) await watcher.wake();
		expect([older, newer].flatMap(outcomes)).toEqual(['replaced', 'answered']);
	});

	test('takes what came before the newer question for the answer to the older one', async () => {
		const { watcher: older } = await asked([DANA]);
		reply(DANA, 'to the older');
		const { watcher: newer } = await asked([DANA]);
		await due(older);
		expect(older.waitTill).toBeUndefined();
		reply(DANA, 'to the newer');
		await due(newer);
		expect([texts(older), texts(newer)]).toEqual([['to the older'], ['to the newer']]);
	});

	test('one reply is the answer of one, although both look at the same time', async () => {
		const { watcher: older } = await asked([DANA]);
		const { watcher: newer } = await asked([DANA], askEach({}, limitWaitTo(1)));
		reply(DANA, 'once');
		await pass(MINUTE);
		await Promise.all([older.wake(), newer.wake()]);
		expect([outcomes(older), texts(older)]).toEqual([['replaced'], ['']]);
		expect([outcomes(newer), texts(newer)]).toEqual([['answered'], ['once']]);
	});

	test('takes the answer to a question that came after the time of another was up', async () => {
		const { watcher: older } = await asked([DANA], askEach({}, limitWaitTo(1, 'minutes')));
		await end(older);
		expect(outcomes(older)).toEqual(['timedOut']);
		const { watcher: newer } = await asked([DANA]);
		expect(await heard(newer)).toEqual(['yes']);
	});

	test('takes the answer on the next day, too', async () => {
		const { watcher: older } = await asked([DANA], askEach({}, limitWaitTo(3, 'days')));
		await pass(26 * 60 * MINUTE);
		const { watcher: newer } = await asked([DANA]);
		await older.wake();
		expect([outcomes(older), await heard(newer)]).toEqual([['replaced'], ['yes']]);
	});
});

describe('a text that came before the question', () => {
	test('is no answer, although the gateway lists it afterwards', async () => {
		const { watcher } = await asked([DANA]);
		const { clock } = fixture.sandbox;
		await fixture.sandbox.setClock(clock().now - 3 * MINUTE);
		reply(DANA, 'written before');
		await fixture.sandbox.setClock(clock().now + 3 * MINUTE);
		await due(watcher);
		expect(watcher.waitTill).toBeDefined();
		reply(DANA, 'yes');
		await due(watcher);
		expect([outcomes(watcher), texts(watcher)]).toEqual([['answered'], ['yes']]);
	});

	test('answers the older question, although n8n was down for five hours and then asked again', async () => {
		const { watcher: older } = await asked([DANA], askEach({}, limitWaitTo(1, 'days')));
		await pass(10 * MINUTE);
		reply(DANA, 'to the older');
		await pass(5 * 60 * MINUTE);
		const { watcher: newer } = await asked([DANA]);
		await older.wake();
		expect([outcomes(older), texts(older)]).toEqual([['answered'], ['to the older']]);
		reply(DANA, 'to the newer');
		await due(newer);
		expect(texts(newer)).toEqual(['to the newer']);
	});
});

test('hands over to the second of two questions to a person in one run', async () => {
	const each = askEach({ message: '=Question {{ $itemIndex }}' });
	const { watcher } = await asked([DANA, OMER, DANA], each);
	reply(DANA, 'to the second');
	reply(OMER, 'of Omer');
	await due(watcher);
	expect(outcomes(watcher)).toEqual(['replaced', 'answered', 'answered']);
	expect(texts(watcher)).toEqual(['', 'of Omer', 'to the second']);
});

test('asks a person once who is in the list twice, and waits for that answer', async () => {
	const { watcher, result } = await asked([DANA, OMER, '050-123-4567']);
	expect(fixture.sandbox.messages().map(({ phone }) => phone)).toEqual([DANA, OMER]);
	expect(result.hints).toEqual([expect.stringMatching(/^2 people asked, 1 duplicate\./)]);
	reply(DANA, 'yes');
	reply(OMER, 'no');
	await due(watcher);
	expect(watcher.output.map(({ json }) => [json.outcome, json.duplicateOf])).toEqual([
		['answered', undefined],
		['answered', undefined],
		['skipped', 0],
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
