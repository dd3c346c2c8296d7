import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { inExecution } from '../memory/slots';
import type { LookInput } from './look';
import { runStep } from './subExecution';
import type { Findings, Watch } from './wait';
import { outcomesOf, troubleBy } from './wait';

/** The last look has `isFinished`. n8n returns only `error` if a look was cut off. */
type LookOutput = Partial<{ findings: Findings; isFinished: boolean; error: string }>;

/** Milliseconds until a look that could not start is retried. */
const BEGIN_AGAIN_AFTER = 60_000;

/** The wait and its findings, which n8n stores in its database with the execution. */
interface WaitState {
	watch: Watch;
	findings: Findings;
	/** When the last look began (milliseconds since 1970). */
	begunAt?: number;
}

/**
 * Runs the looks in another sub-execution, and starts a new one if that is cut off: when its process is killed, n8n abandons a
 * running execution. This execution only waits meanwhile, so it survives. Only a refusal by the gateway ends a wait early.
 */
export async function supervise(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const json = context.getInputData()[0]?.json;
	const state = inExecution(context, 'wait') as unknown as WaitState;
	const isFirst = context.getWorkflowDataProxy(0).$runIndex === 0;
	if (isFirst) Object.assign(state, { watch: json, findings: { answers: {} } });
	const { findings, isFinished, error } = (isFirst ? {} : { ...json }) as LookOutput;
	state.findings = findings ?? state.findings;
	const { watch } = state;
	if (error) state.findings.trouble = troubleBy(error);
	if (isFinished || wasLastLook(state)) return [[], outcomesOf(watch, state.findings)];

	try {
		const isReplacement = state.begunAt !== undefined;
		state.begunAt = Date.now();
		const input: LookInput = { watch, findings: state.findings, isReplacement };
		const { waitTill, data } = await runStep(context, 'look', input);
		if (!waitTill) return [data[0] ?? []];
	} catch (cause) {
		state.findings.trouble = troubleBy((cause as Error).message);
		await context.putExecutionToWait(new Date(Date.now() + BEGIN_AGAIN_AFTER));
	}
	// n8n returns this if it is killed during the next run, and continues with it.
	const { trouble = troubleBy('n8n was stopped during the wait.') } = state.findings;
	return [outcomesOf(watch, { ...state.findings, trouble })];
}

/** A look that began after the deadline is the last one, even if it was cut off. */
const wasLastLook = ({ watch, begunAt = 0 }: WaitState) =>
	watch.items.every(({ question }) => !question || begunAt >= question.until);
