import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { untilNextLook } from '../../gateway/watchPace';
import { look } from './look';
import { isSettled } from './lookForReplies';
import type { Findings, Wait, Watch, Watched } from './watch';

/** A person who has answered by text is not to be kept waiting for longer, in milliseconds. */
const LONGEST_FOR_A_REPLY = 10 * 60_000;

export interface Begun extends Watched {
	/** Whether a look was cut off before, the time for which has come. */
	isAnew: boolean;
}

/** What comes out of a look: when it is the last one, `isFinished`. */
export interface Looked {
	findings: Findings;
	isFinished: boolean;
	/** What n8n puts out instead when it was cut off. */
	error?: string;
}

/** Looks, unless it is too early for that, and then ends or waits for the next look. */
export async function watchOn(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const begun = context.getInputData()[0]?.json as unknown as Begun;
	const { watch } = begun;
	const kept = context.getContext('node') as { findings?: Findings };
	const findings = (kept.findings ??= begun.findings);
	const now = Date.now();
	const isFirst = context.getWorkflowDataProxy(0).$runIndex === 0;
	if (!isFirst || begun.isAnew) await look(context, watch, findings, now);

	const open = openWaits(watch, findings, now);
	if (open.length === 0 || findings.refused) {
		return [[], [{ json: { findings, isFinished: true } }]];
	}
	// What is scheduled is not looked at before its time.
	const pauses = open.map(({ begin, until, question }) => {
		const waited = now - begin;
		const most = question && LONGEST_FOR_A_REPLY;
		return Math.max(0, -waited) + untilNextLook(Math.max(0, waited), until - begin, most);
	});
	await context.putExecutionToWait(new Date(now + Math.min(...pauses)));
	// When n8n is killed in the midst of the next look, it takes this for the result.
	return [[{ json: { findings } }]];
}

function openWaits({ items }: Watch, { states, questions }: Findings, now: number): Wait[] {
	return items.flatMap(({ wait }, index) => {
		if (!wait || now >= wait.until) return [];
		const isDone = wait.question
			? isSettled(questions[index])
			: wait.recipients?.every((_, place) => states[index]?.[place]?.final);
		return isDone ? [] : [wait];
	});
}
