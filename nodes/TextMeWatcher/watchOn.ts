import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { untilNextLook } from '../../gateway/watchPace';
import { closeQuestions, noteQuestions } from './lookForReplies';
import { look } from './look';
import type { Findings, Wait, Watch } from './watch';
import { isInDoubt, watchedOutput } from './watchedOutput';

/** A person who has answered by text is not to be kept waiting for longer, in milliseconds. */
const LONGEST_FOR_A_REPLY = 10 * 60_000;

/** Looks, unless it is too early for that, and then ends or waits for the next look. */
export async function watchOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [input] = context.getInputData();
	const watch = input?.json as unknown as Watch;
	const findings = findingsOf(context);
	const now = Date.now();
	const isFirst = context.getWorkflowDataProxy(0).$runIndex === 0;
	if (isFirst) await noteQuestions(context, watch, findings);
	else await look(context, watch, findings, now);

	const open = openWaits(watch, findings, now);
	const output = watchedOutput(watch, findings, now);
	if (open.length === 0 || findings.refused) {
		await closeQuestions(context, watch, findings);
		stopIfInDoubt(context, watch, findings);
		return [[], output];
	}
	// What is scheduled is not looked at before its time.
	const pauses = open.map(({ begin, until, question }) => {
		const waited = now - begin;
		const most = question && LONGEST_FOR_A_REPLY;
		return Math.max(0, -waited) + untilNextLook(Math.max(0, waited), until - begin, most);
	});
	await context.putExecutionToWait(new Date(now + Math.min(...pauses)));
	// When n8n is killed in the midst of the next look, it takes this for the result.
	return [output];
}

function findingsOf(context: IExecuteFunctions): Findings {
	const kept = context.getContext('node') as unknown as Partial<Findings>;
	kept.states ??= {};
	kept.questions ??= {};
	return kept as Findings;
}

function openWaits({ items }: Watch, { states, questions }: Findings, now: number): Wait[] {
	return items.flatMap(({ wait }, index) => {
		if (!wait || now >= wait.until) return [];
		const isDone = wait.question
			? questions[index]?.answer !== undefined
			: wait.recipients?.every((_, place) => states[index]?.[place]?.final);
		return isDone ? [] : [wait];
	});
}

/** Nothing was found out about a send whose answer was lost: the workflow stops with what was said about it then. */
function stopIfInDoubt(context: IExecuteFunctions, watch: Watch, findings: Findings): void {
	const doubt = watch.items.find((item, index) => isInDoubt(item, findings, index));
	if (!doubt || !watch.stopOnDoubt) return;
	throw new NodeOperationError(context.getNode(), String(doubt.json.error), {
		description: String(doubt.json.message),
	});
}
