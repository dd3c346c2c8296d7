import type { IExecuteFunctions, IWorkflowBase } from 'n8n-workflow';
import { look, supervise } from '../../../nodes/answers/watch';

const MINUTE = 60_000;
const question = { phone: '0501234567', sender: '0559000100', begin: 0, until: 60 * MINUTE };
const watch = { since: 0, items: [{ json: { accepted: true, result: 'Accepted' }, question }] };

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** What n8n's context says of every wait. */
const CONTEXT = {
	getContext: () => ({}),
	getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	getNode: () => ({ id: 'n', name: 'Watcher', type: 'n8n-nodes-textme.textMeWatcher' }),
	getWorkflow: () => ({ id: '1', name: 'Test' }),
	helpers: {},
};

/** Starts a wait where n8n refuses the look. Returns the look's workflow, the next attempt's time, and the output. */
async function refused(settings = {}) {
	const executeWorkflow = jest.fn().mockRejectedValue(new Error('Denied'));
	const putExecutionToWait = jest.fn();
	const [output] = await supervise({
		...{ ...CONTEXT, executeWorkflow, putExecutionToWait },
		getInputData: () => [{ json: watch }],
		getExecutionId: () => '7',
		getMode: () => 'integrated',
		getWorkflowSettings: () => settings,
	} as unknown as IExecuteFunctions);
	const [[{ code }]] = executeWorkflow.mock.calls as [[{ code: IWorkflowBase }]];
	const [[next]] = putExecutionToWait.mock.calls as [[Date]];
	return { code, next: Number(next), json: output?.[0]?.json };
}

test('looks again a minute after n8n has refused a look, and says so if nothing comes of it', async () => {
	const { next, json } = await refused();
	expect(next).toBe(MINUTE);
	expect(json?.result).toBe('Accepted. Replies could not be looked up: Denied');
});

test('keeps a look that was cut off whatever the workflow keeps, so that n8n wakes who waits for it', async () => {
	const none = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' };
	const { code } = await refused(none);
	expect(code.settings).toMatchObject({ ...none, saveDataErrorExecution: 'all' });
});

test.each([
	['none', 1, undefined],
	['all', 0, true],
])(
	'waits until n8n has surely begun before it replaces a look, where it keeps ended executions: %s',
	async (saveDataSuccessExecution, waits, isFinished) => {
		// The process began half a minute ago, whenever the code was loaded.
		jest.useFakeTimers({ now: 0 }).advanceTimersByTime(MINUTE / 2);
		const putExecutionToWait = jest.fn();
		const findings = { answers: {} };
		const [again, done] = await look({
			...{ ...CONTEXT, putExecutionToWait },
			getInputData: () => [
				{ json: { watch: { since: 0, items: [] }, findings, isReplacement: true } },
			],
			getWorkflowSettings: () => ({ saveDataSuccessExecution }),
		} as unknown as IExecuteFunctions);
		expect(putExecutionToWait.mock.calls).toEqual(Array(waits).fill([new Date(MINUTE)]));
		expect((again?.[0] ?? done?.[0])?.json.isFinished).toBe(isFinished);
	},
);
