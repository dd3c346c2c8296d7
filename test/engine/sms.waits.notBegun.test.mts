import type { INodeParameters } from 'n8n-workflow';
import { DANA, OMER, useReplyQuestions } from './harness/replyQuestions.mts';
import type { NodeRun } from './harness/runNode.mts';
import { SubExecution } from './harness/subExecution.mts';
import { useSandbox, type SandboxRun } from './harness/useSandbox.mts';

const fixture = useSandbox();
const { askEach, pass, due, reply } = useReplyQuestions(fixture);

const denied: NodeRun['executeWorkflow'] = () => Promise.reject(new Error('Denied by a policy'));
const run = (parameters: INodeParameters, options: SandboxRun = {}) =>
	fixture.run(parameters, {
		items: [{ phone: DANA }, { phone: OMER }],
		executeWorkflow: denied,
		...options,
	});
const ids = () => fixture.sandbox.messages().map(({ externalId }) => externalId);

/** The questions are sent when n8n refuses the sub-execution for the wait. */
describe('a wait for replies that cannot start', () => {
	const error = 'The wait for replies could not start: Denied by a policy';

	test('stops the workflow and names what was sent', async () => {
		const result = await run(askEach());
		expect(result.error?.message).toBe(error);
		expect(result.error?.description).toContain('do not send them again');
		for (const phone of [DANA, OMER]) expect(result.error?.description).toContain(phone);
	});

	test('comes out as an error of each item with its external ID, when the workflow goes on', async () => {
		const { items } = await run(askEach(), { onError: 'continueRegularOutput' });
		expect(items).toMatchObject(
			[0, 1].map((item) => ({
				json: {
					accepted: 'unknown',
					phone: [DANA, OMER][item],
					result: `May have been sent: ${error}`,
					error: 'outcome unknown',
					details: {
						whatToDo: 'The questions are on their way; do not send them again.',
						outcome: 'unknown',
						retryable: false,
						externalIds: [ids()[item]],
					},
				},
				pairedItem: { item },
			})),
		);
	});

	test('leaves by the error output with the external ID of each item', async () => {
		const { items, errors } = await run(askEach(), { onError: 'continueErrorOutput' });
		expect(items).toEqual([]);
		expect(errors.map(({ json }) => json.error)).toMatchObject(
			ids().map((id) => ({ outcome: 'unknown', externalIds: [id] })),
		);
	});

	test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'texts nobody again under Retry On Fail, with On Error %s',
		async (onError) => {
			await run(askEach(), { onError, retryOnFail: true, maxTries: 3 });
			expect(fixture.sandbox.messages()).toHaveLength(2);
		},
	);
});

test('says of an item that it was not sent, beside one that cannot be waited for', async () => {
	const { items } = await fixture.goOn(askEach(), [{ phone: '12' }, { phone: DANA }], {
		executeWorkflow: denied,
	});
	expect(items[0]?.json.result).toMatch(/'Phone Numbers' is not a phone number/);
	expect(items.map(({ json }) => json.details)).toMatchObject([
		{ outcome: 'rejected' },
		{ outcome: 'unknown' },
	]);
});

describe('a wait that a person retries', () => {
	const HOUR = 3_600_000;

	test.each([1, 5])('hears the reply from before the retry, after %i hours', async (hours) => {
		const first = await run(askEach());
		await pass(HOUR / 2);
		reply(DANA, '1');
		await pass(hours * HOUR);
		const watcher = new SubExecution(fixture.credentials());
		await run(askEach(), { executeWorkflow: watcher.execute, retryOf: first.run });
		while (watcher.waitTill) await due(watcher);
		expect(watcher.output.map(({ json }) => json.outcome)).toEqual(['answered', 'timedOut']);
		expect(fixture.sandbox.messages()).toHaveLength(2);
	});
});
