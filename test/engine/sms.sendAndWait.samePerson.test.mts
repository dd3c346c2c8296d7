import { limitWaitTo } from './harness/questions.mts';
import { DANA, texts, useReplyQuestions } from './harness/replyQuestions.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { MINUTE, outcomes } from './harness/watchedRuns.mts';

const fixture = useSandbox();
const { askEach, asked, due, end, pass, reply } = useReplyQuestions(fixture);

describe('two executions that ask the same person', () => {
	test('the question asked last is answered first, whichever looks first', async () => {
		const { watcher: earlier } = await asked([DANA]);
		const { watcher: later } = await asked([DANA]);
		reply(DANA, 'to the later');
		await due(earlier);
		expect(earlier.waitTill).toBeDefined();
		await due(later);
		expect(texts(later)).toEqual(['to the later']);
		reply(DANA, 'to the earlier');
		await due(earlier);
		expect(texts(earlier)).toEqual(['to the earlier']);
	});

	test('what came before the later question answers the earlier', async () => {
		const { watcher: earlier } = await asked([DANA]);
		reply(DANA, 'to the earlier');
		const { watcher: later } = await asked([DANA]);
		await due(earlier);
		expect(earlier.waitTill).toBeUndefined();
		reply(DANA, 'to the later');
		await due(later);
		expect([texts(earlier), texts(later)]).toEqual([['to the earlier'], ['to the later']]);
	});

	test('one reply is the answer of one, although both look at the same time', async () => {
		const { watcher: earlier } = await asked([DANA]);
		const { watcher: later } = await asked([DANA], askEach({}, limitWaitTo(1)));
		reply(DANA, 'once');
		await pass(MINUTE);
		await Promise.all([earlier.wake(), later.wake()]);
		expect([earlier, later].map(({ waitTill }) => waitTill === undefined)).toEqual([false, true]);
		await end(earlier);
		expect([outcomes(earlier), texts(earlier)]).toEqual([['timedOut'], ['']]);
	});

	test('a later question that nobody waits for any more gives way after 20 minutes', async () => {
		const { watcher: earlier } = await asked([DANA]);
		await asked([DANA]);
		reply(DANA, 'yes');
		const begin = Date.now();
		await end(earlier);
		expect(texts(earlier)).toEqual(['yes']);
		expect((Date.now() - begin) / MINUTE).toBeGreaterThanOrEqual(20);
		expect((Date.now() - begin) / MINUTE).toBeLessThan(35);
	});

	test('a later question whose time is up gives way at once', async () => {
		const { watcher: earlier } = await asked([DANA]);
		const { watcher: later } = await asked([DANA], askEach({}, limitWaitTo(1, 'minutes')));
		await end(later);
		expect(outcomes(later)).toEqual(['timedOut']);
		reply(DANA, 'yes');
		await due(earlier);
		expect(texts(earlier)).toEqual(['yes']);
	});
});

test('a person who is asked twice at once answers the second question first', async () => {
	const { watcher } = await asked([DANA, DANA]);
	reply(DANA, 'first');
	await due(watcher);
	reply(DANA, 'second');
	await due(watcher);
	expect(texts(watcher)).toEqual(['second', 'first']);
});
