import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { split } from '../../gateway/lists';
import { PROCESS_ID } from '../memory/thisProcess';
import type { Arrival } from './arrival';
import { dateOf } from './arrival';
import type { Taken } from './eventMemory';
import { EventMemory, hasOtherTrigger } from './eventMemory';
import { onEnd } from './onEnd';

export interface TakeSettings {
	/** When an event counts as done: when its execution has ended, or only when it has succeeded. */
	doneWhen: 'ended' | 'succeeded';
	/** A push that comes more than this after its event counts as new, in milliseconds. */
	repeatsForMs: number;
}

/** Takes arrivals for the workflow. Returns those that it gets. */
export type Take = (arrivals: Arrival[]) => Promise<Arrival[]>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
// Assumption: lateReports
/** How far back the Polling Trigger reads at most. */
export const LOOK_BACK_MS = 7 * DAY_MS;
/** How long a repeat waits for the execution with the same event, before the service has to deliver it again. */
const PATIENCE_MS = MINUTE_MS;
const LOOK_EVERY_MS = 500;
/** The lease on an event, in queue mode. After this time, the execution with the event counts as cut off. */
const LEFT_BEHIND_MS = { ended: 45 * MINUTE_MS, succeeded: MINUTE_MS };

const countsAsNew = (arrival: Arrival, repeatsForMs: number): boolean =>
	!arrival.isPolled && arrival.at - (dateOf(arrival) ?? arrival.at) > repeatsForMs;

/**
 * Returns the events that this workflow has not had, in their order. When the execution has ended, they are finished or
 * released, as `doneWhen` says. Where n8n does not report the end, this happens at once, as after a failure (see `onEnd`).
 */
export async function takeNew(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	{ doneWhen, repeatsForMs }: TakeSettings,
): Promise<Arrival[]> {
	const [clearlyNew, others] = split(arrivals, (one) => countsAsNew(one, repeatsForMs));
	const unique = [...new Map(others.map((arrival) => [arrival.id, arrival])).values()];
	if (unique.length === 0) return arrivals;
	const isBeside = hasOtherTrigger(context);
	const isElsewhere = unique.some(({ process }) => process !== PROCESS_ID);
	const memory = new EventMemory(context, {
		isBeside,
		isElsewhere,
		// Polls never overlap.
		isShared: isElsewhere && (isBeside || unique.some(({ isPolled }) => !isPolled)),
		keepMs: Math.max(repeatsForMs, LOOK_BACK_MS + DAY_MS),
		leftBehindAfterMs: LEFT_BEHIND_MS[doneWhen],
	});
	// A person who retries an execution wants its events again.
	const isRetry = context.getMode() === 'retry';
	if (isRetry) memory.takeAnyway(unique);
	const { ours, busy } = isRetry ? { ours: unique, busy: [] } : await memory.claim(unique);
	if (doneWhen === 'succeeded' && busy.length > 0) {
		ours.push(...(await takeOver(context, memory, { ours, busy }, isElsewhere ? 0 : PATIENCE_MS)));
	}
	await onEnd(context, async (succeeded) => {
		if (succeeded || doneWhen === 'ended') await memory.finish(ours);
		else await memory.release(ours);
	});
	const isNew = new Set([...clearlyNew, ...ours]);
	return arrivals.filter((arrival) => isNew.has(arrival));
}

/**
 * Waits for the executions that work on busy events, and takes the events of those that failed.
 *
 * @throws NodeOperationError if an event stays busy: the service then delivers it again
 */
async function takeOver(
	context: IExecuteFunctions,
	memory: EventMemory,
	{ ours, busy }: Taken,
	patienceMs: number,
): Promise<Arrival[]> {
	const taken: Arrival[] = [];
	let open = busy;
	for (let ms = 0; open.length > 0 && ms < patienceMs; ms += LOOK_EVERY_MS) {
		await sleep(LOOK_EVERY_MS);
		const next = await memory.claim(open);
		taken.push(...next.ours);
		open = next.busy;
	}
	if (open.length === 0) return taken;
	await memory.release([...ours, ...taken]);
	throw new NodeOperationError(
		context.getNode(),
		'Another execution is still working on this event',
		{ description: 'The service will deliver it again.' },
	);
}
