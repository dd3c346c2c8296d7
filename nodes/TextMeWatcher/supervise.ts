import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { closeQuestions, noteQuestions } from './lookForReplies';
import { runStep } from './runStep';
import type { Watched } from './watch';
import { noFindings, subjectOf } from './watch';
import type { Begun, Looked } from './watchOn';

/** A look that never comes to its end is not to be begun for ever. */
const MOST_STARTS = 10;

/** n8n keeps it with the execution, in its database. */
interface Kept extends Watched {
	starts: number;
}

/**
 * Lets a sub-execution of its own do the looking, and begins another one when that was cut off: n8n gives up an execution
 * that runs at the moment its process is killed. This one only runs when the other has ended.
 */
export async function supervise(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const json = context.getInputData()[0]?.json ?? {};
	const kept = context.getContext('node') as unknown as Kept;
	const isFirst = context.getWorkflowDataProxy(0).$runIndex === 0;
	if (isFirst) Object.assign(kept, { watch: json, findings: noFindings(), starts: 0 });
	const { findings, isFinished, error } = (isFirst ? {} : json) as Partial<Looked>;
	kept.findings = findings ?? kept.findings;
	if (isFinished) return await finish(context, kept);
	if (kept.starts === MOST_STARTS) return await giveUp(context, kept, error);
	kept.starts++;
	try {
		if (isFirst) await noteQuestions(context, kept.watch, kept.findings);
		const begun: Begun = { watch: kept.watch, findings: kept.findings, isAnew: !isFirst };
		const { waitTill, data } = await runStep(context, 'look', { ...begun });
		return [waitTill ? [{ json: {} }] : (data[0] ?? [])];
	} catch (cause) {
		return await giveUp(context, kept, (cause as Error).message);
	}
}

async function giveUp(
	context: IExecuteFunctions,
	kept: Kept,
	cause = '',
): Promise<INodeExecutionData[][]> {
	kept.findings.trouble = `${subjectOf(kept.watch)} could not be looked up: ${cause}`;
	return await finish(context, kept);
}

async function finish(
	context: IExecuteFunctions,
	{ watch, findings }: Kept,
): Promise<INodeExecutionData[][]> {
	try {
		await closeQuestions(context, watch, findings);
	} catch (error) {
		context.logger.warn('TextMe could not note which questions are closed', { error });
	}
	return [[], [{ json: { watch, findings } }]];
}
