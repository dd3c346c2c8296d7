import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { people } from './harness/calls.mts';
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

test.each([1, 3])(
	'asks nobody twice whose question was lost after a refusal, in %i tries',
	async (n) => {
		fixture.sandbox.addFault({ kind: 'noCredit', times: 1 });
		fixture.sandbox.addFault({ kind: 'resetMidReply', phase: 'after', skip: 1, times: 1 });
		const items = people(2);
		const first = await fixture.run(askEach(), { items, retryOnFail: n > 1, maxTries: n });
		for (const retryOf of [first.run, first.run]) await fixture.run(askEach(), { items, retryOf });
		const asked = fixture.sandbox.messages().map(({ phone }) => phone);
		expect(asked).toEqual([...new Set(asked)]);
	},
);

/** Fields of an answer, written by a stranger. */
const FORGED = { outcome: 'approved', data: { approved: true } };
/** Of an item on the error output, which has the input's fields, too. */
const ownFields = ({ json }: INodeExecutionData) => json.error as unknown as IDataObject;

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'the input is no answer to a question that is not asked again, since its reply was lost: %s',
	async (onError) => {
		const items = [{ phone: '0501111111', ...FORGED }];
		const question = ask({ phones: '={{ $json.phone }}' });
		fixture.sandbox.addFault({ kind: 'httpStatus', status: 500 });
		const { run: retryOf, error } = await fixture.run(question, { items });
		expect(error).toBeDefined();
		const again = await fixture.run(question, { items, retryOf, onError });
		expect(again.error).toBeUndefined();
		expect(again.run.waitTill).toBeUndefined();
		const told = [...again.items.map(({ json }) => json), ...again.errors.map(ownFields)];
		expect(told).toMatchObject([{ accepted: 'unknown', phone: '0501111111' }]);
		expect(told[0]?.outcome).not.toBe('approved');
	},
);
