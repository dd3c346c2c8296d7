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
	/** When an event counts as done: once its execution has ended in whatever way, or only when it went well. */
	doneWhen: 'ended' | 'succeeded';
	/** A repeat that comes longer than this after the event counts as new, in milliseconds. */
	repeatsForMs: number;
}

/** Takes those of the arrivals that the workflow is to get. */
export type Take = (arrivals: Arrival[]) => Promise<Arrival[]>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
// Assumption: lateReports
/** How far back the Polling Trigger reads at most. */
export const LOOK_BACK_MS = 7 * DAY_MS;
/** How long a repeat waits for the execution that works on the same event, before the service is asked to come again. */
const PATIENCE_MS = MINUTE_MS;
const LOOK_EVERY_MS = 500;
/** How long another process has for an event before it counts as cut off. */
const LEFT_BEHIND_MS = { ended: 45 * MINUTE_MS, succeeded: MINUTE_MS };

const isTooOldToRepeat = (arrival: Arrival, repeatsForMs: number): boolean =>
	!arrival.isPolled && arrival.at - (dateOf(arrival) ?? arrival.at) > repeatsForMs;

/**
 * The events that this workflow has not had, in the order they came. Where n8n does not tell of the end of an execution,
 * they count as done at once.
 */
export async function takeNew(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	{ doneWhen, repeatsForMs }: TakeSettings,
): Promise<Arrival[]> {
	const [all, old] = split(arrivals, (one) => !isTooOldToRepeat(one, repeatsForMs));
	const unique = [...new Map(all.map((arrival) => [arrival.id, arrival])).values()];
	if (unique.length === 0) return arrivals;
	const isBeside = hasOtherTrigger(context);
	const isElsewhere = unique.some(({ process }) => process !== PROCESS_ID);
	const memory = new EventMemory(context, {
		isBeside,
		isElsewhere,
		// One poll never gets in the way of another.
		isShared: isElsewhere && (isBeside || unique.some(({ isPolled }) => !isPolled)),
		keepMs: Math.max(repeatsForMs, LOOK_BACK_MS + DAY_MS),
		leftBehindAfterMs: LEFT_BEHIND_MS[doneWhen],
	});
	// A person who retries an execution wants its events again.
	const isRetry = context.getMode() === 'retry';
	if (isRetry) memory.takeAgain(unique);
	const { ours, busy } = isRetry ? { ours: unique, busy: [] } : await memory.claim(unique);
	if (doneWhen === 'succeeded' && busy.length > 0) {
		ours.push(...(await takeOver(context, memory, { ours, busy }, isElsewhere ? 0 : PATIENCE_MS)));
	}
	await onEnd(context, async (succeeded) => {
		if (succeeded || doneWhen === 'ended') await memory.finish(ours);
		else await memory.release(ours);
	});
	const isNew = new Set([...old, ...ours]);
	return arrivals.filter((arrival) => isNew.has(arrival));
}

/** Waits for whoever works on the same events, where it matters how that ends, and takes those that failed. */
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
