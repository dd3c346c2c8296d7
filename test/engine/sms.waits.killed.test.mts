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
const { asked, due, pass, reply } = useReplyQuestions(fixture);

describe('when n8n is killed while it looks', () => {
	test('gives out all items with what is known of them when killed at any other step', async () => {
		const { watcher } = await asked([DANA, OMER]);
		// n8n continues with this if it is killed during the wait.
		expect(watcher.output).toHaveLength(2);
		const result = 'Accepted. Replies could not be looked up: n8n was stopped during the wait.';
		for (const [item, phone] of [DANA, OMER].entries()) {
			expect(watcher.output[item]).toMatchObject({
				json: { accepted: true, outcome: 'unknown', phone, result },
				pairedItem: { item },
			});
		}
		await pass(10 * MINUTE);
		await watcher.wake();
		expect(watcher.output).toHaveLength(2);
	});

	test('each time, it goes on until the time is up, and asks once', async () => {
		const { watcher } = await asked([DANA, OMER]);
		const begin = Date.now();
		reply(OMER, 'of Omer');
		while (watcher.waitTill) {
			await pass(10 * MINUTE);
			await watcher.killWhileItLooks();
		}
		expect((Date.now() - begin) / MINUTE).toBeGreaterThanOrEqual(120);
		expect((Date.now() - begin) / MINUTE).toBeLessThanOrEqual(150);
		// The last look was repeated after the deadline, and ended.
		expect(outcomes(watcher)).toEqual(['timedOut', 'answered']);
		expect(fixture.sandbox.messages()).toHaveLength(2);
	});

	test('looks once more when killed at the last look', async () => {
		const { watcher } = await asked([DANA]);
		reply(DANA, 'at the last moment');
		await pass(130 * MINUTE);
		await watcher.killWhileItLooks();
		expect(watcher.waitTill).toBeUndefined();
		expect([outcomes(watcher), texts(watcher)]).toEqual([['answered'], ['at the last moment']]);
	});

	test('keeps what others have answered', async () => {
		const { watcher } = await asked([DANA, OMER]);
		reply(OMER, 'of Omer');
		await due(watcher);
		reply(DANA, 'of Dana');
		await pass(MINUTE);
		await watcher.killWhileItLooks();
		expect(texts(watcher)).toEqual(['of Dana', 'of Omer']);
	});
});
