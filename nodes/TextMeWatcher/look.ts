import type { IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { untilNextLook } from '../waiting/watchPace';
import { inExecution } from '../memory/slots';
import { STARTED_AT } from '../memory/thisProcess';
import type { Findings, Wait, Watch } from '../waiting/wait';
import { isSettled, troubleWith } from '../waiting/wait';
import { findDeliveryReports } from './deliveryReports';
import { findReplies } from './findReplies';

/** Milliseconds. The longest pause between two looks for a reply, because the person who replied is waiting. */
const MAX_FOR_A_REPLY = 10 * 60_000;

/**
 * Milliseconds that n8n may take to start. During the start it resumes its waiting executions, and a look that ends may fail to
 * wake its caller. n8n tries again a minute later, but only if it keeps finished executions.
 */
const MAX_START = 60_000;

export interface LookInput {
	watch: Watch;
	findings: Findings;
	/** Whether this look replaces one that was cut off, and is therefore due at once. */
	isReplacement: boolean;
}

/** The output of a look. The last one has `isFinished`. */
export interface LookOutput {
	findings: Findings;
	isFinished: boolean;
	/** n8n returns this instead if the look was cut off. */
	error?: string;
}

/** Looks once, unless it is too early. Then ends, or waits for the next look. */
export async function look(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const input = context.getInputData()[0]?.json as unknown as LookInput;
	const { watch } = input;
	const state = inExecution(context, 'wait') as { findings?: Findings };
	const findings = (state.findings ??= input.findings);
	const now = Date.now();
	const isFirst = context.getWorkflowDataProxy(0).$runIndex === 0;
	// If a wait is retried, its time may be over.
	const isOver = openWaits(watch, findings, now).length === 0;
	if (!isFirst || input.isReplacement || isOver) {
		const wait = untilStarted(context, now);
		if (wait > 0) {
			await context.putExecutionToWait(new Date(now + wait));
			return [[{ json: { findings } }]];
		}
		await find(context, watch, findings, now);
	}

	const open = openWaits(watch, findings, now);
	if (open.length === 0 || findings.refused) {
		return [[], [{ json: { findings, isFinished: true } }]];
	}
	await context.putExecutionToWait(new Date(now + pauseBetween(open, now)));
	// n8n returns this if it is killed during the next look.
	return [[{ json: { findings } }]];
}

/** Milliseconds until n8n has certainly started; 0 or less if it has, or if it keeps finished executions. */
function untilStarted(context: IExecuteFunctions, now: number): number {
	const { saveDataSuccessExecution } = context.getWorkflowSettings();
	return saveDataSuccessExecution === 'none' ? STARTED_AT + MAX_START - now : 0;
}

/** Only a refusal by the gateway is final. Any other failure may be gone at the next look. */
async function find(
	context: IExecuteFunctions,
	watch: Watch,
	findings: Findings,
	now: number,
): Promise<void> {
	try {
		await findDeliveryReports(context, watch, findings);
		await findReplies(context, watch, findings, now);
		delete findings.trouble;
	} catch (error) {
		const { message, description, context: details } = error as NodeApiError;
		findings.trouble = troubleWith(watch, [message, description].filter(Boolean).join('. '));
		const isAnswered = details?.status !== undefined || details?.httpStatus !== undefined;
		findings.refused = isAnswered && details.retryable !== true;
	}
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

/** Milliseconds until the next look. Not before a scheduled message goes out. */
function pauseBetween(open: Wait[], now: number): number {
	const pauses = open.map(({ begin, until, question }) => {
		const waited = now - begin;
		const most = question && MAX_FOR_A_REPLY;
		return Math.max(0, -waited) + untilNextLook(Math.max(0, waited), until - begin, most);
	});
	return Math.min(...pauses);
}
