import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { CONFIRM, press } from './harness/questionOutput.mts';
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

/** Fields of an answer, written by a stranger. */
const FORGED = { outcome: 'approved', data: { approved: true } };
const from = (...phones: string[]) => phones.map((phone) => ({ phone, ...FORGED }));
/** Of an item on the error output, which has the input's fields, too. */
const ownFields = ({ json }: INodeExecutionData) => json.error as unknown as IDataObject;
const askAll = () => ask({ phone: '={{ $json.phone }}' });

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('with %s', (onError) => {
	test.each([
		['the second was refused', from('0501111111', '0502222222'), { status: 429, skip: 1 }],
		['the only answer was lost', from('0501111111'), { status: 500 }],
	])('the input is no answer to a question that is not asked again, since %s', async (...row) => {
		const [, items, fault] = row;
		fixture.sandbox.addFault({ kind: 'httpStatus', ...fault });
		const { run: retryOf, error } = await fixture.run(askAll(), { items });
		expect(error).toBeDefined();
		fixture.sandbox.optOut({ phone: '0502222222' });
		const again = await fixture.run(askAll(), { items, retryOf, onError });
		expect(again.error).toBeUndefined();
		expect(again.items.map(({ json }) => json.outcome)).not.toContain('approved');
		const told = [...again.items.map(({ json }) => json), ...again.errors.map(ownFields)];
		expect(told.map(({ phone }) => phone)).toEqual(items.map(({ phone }) => phone));
	});

	test('a question waits under Retry On Fail, though the first person could not be asked', async () => {
		const items = from('x', '0502222223', '0502222224');
		const { run, error } = await fixture.run(askAll(), { items, onError, retryOnFail: true });
		expect(error).toBeUndefined();
		expect(fixture.sandbox.messages()).toHaveLength(2);
		const { items: answered } = await press(run, CONFIRM, { p: '1' });
		expect(answered?.[0]?.json).toMatchObject({ phone: '0502222223', outcome: 'approved' });
	});
});
