import { sendToEach, waitFor } from './harness/deliveryWaits.mts';
import { ask } from './harness/questions.mts';
import { useReplyQuestions } from './harness/replyQuestions.mts';
import { SubExecution } from './harness/subExecution.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';

const fixture = useSandbox();
const { askEach } = useReplyQuestions(fixture);

test.each([
	['an answer by link', () => ask()],
	['a reply', () => askEach()],
	['delivery', () => sendToEach({}, waitFor(5))],
])('after a run that waits for %s, the next one that is due sends, too', async (_, parameters) => {
	const credentials = fixture.credentials({});
	const start = () => new SubExecution(credentials).execute;
	const items = [{ phone: '0501234567' }];
	const { run } = await fixture.run(parameters(), {
		...{ due: 2, items, executeWorkflow: start() },
	});
	expect(fixture.sandbox.messages()).toHaveLength(1);
	await new WaitingRun(run).timeOut({ credentials, executeWorkflow: start() });
	expect(fixture.sandbox.messages()).toHaveLength(2);
});
