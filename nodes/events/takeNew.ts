import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { instantOf } from '../../gateway/dates';
import { nthIdentity } from '../../gateway/eventIdentity';
import { split } from '../../gateway/lists';
import type { Thing } from '../memory/eventMemory';
import { EventMemory } from '../memory/eventMemory';
import type { Kind } from '../memory/thisProcess';
import { PROCESS_ID, ThisProcess } from '../memory/thisProcess';
import type { Arrival } from './arrival';
import { onEnd } from './onEnd';

export interface TakeSettings {
	/** When an event counts as done: once its execution has ended in whatever way, or only when it went well. */
	doneWhen: 'ended' | 'succeeded';
	/** A repeat that comes longer than this after the event counts as new, in milliseconds. */
	repeatsForMs: number;
}

export type Progress = 'done' | 'running' | 'failed' | undefined;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How far back the Polling Trigger reads at most. */
export const LOOK_BACK_MS = 7 * DAY_MS;
/** How long a repeat waits for the execution that works on the same event, before the service is asked to come again. */
const PATIENCE_MS = MINUTE_MS;
/** How long another process has for an event before it counts as cut off. */
const LEFT_BEHIND_MS = { ended: 45 * MINUTE_MS, succeeded: MINUTE_MS };

const kindOf = (arrivals: Arrival[]): Kind => (arrivals[0]?.isPolled ? 'poll' : 'push');

function isTooOldToRepeat(arrival: Arrival, repeatsForMs: number): boolean {
	const instant = instantOf(arrival.event.date);
	return !arrival.isPolled && instant !== undefined && arrival.at - instant > repeatsForMs;
}

/** Whether a node behind this trigger is reached from a trigger of the other kind, too: then both bring the same events. */
function hasOtherTrigger(context: IExecuteFunctions): boolean {
	const { name, type } = context.getNode();
	const triggers = context
		.getChildNodes(name)
		.flatMap((child) => context.getParentNodes(child.name))
		.filter((node) => !node.disabled && /\.textMe(Polling)?Trigger$/.test(node.type));
	return triggers.some((node) => node.type !== type);
}

/** What this process knows of a polled event, which may have been pushed as well. */
export function progressOf({ id, records }: Arrival, here: ThisProcess): Progress {
	const names = [id, ...records.map(pushed)];
	if (names.some((name) => here.isDone(name))) return 'done';
	if (names.some((name) => here.outcome(name) !== undefined)) return 'running';
	return here.hasFailed(id) ? 'failed' : undefined;
}

const pushed = (record: string) => `pushed ${record}`;
const polled = (record: string) => `polled ${record}`;

/**
 * Pushes and records are noted under names of their own, so that none passes for its own repeat. Of several pushes that a
 * record cannot tell apart, the first goes with the first record, and so on.
 */
function toThing(arrival: Arrival, here: ThisProcess): Thing {
	const { id, isPolled } = arrival;
	const records = isPolled
		? arrival.records
		: arrival.records.map((record) => nthIdentity(record, here.placeAmong(record, id)));
	const [own, other] = isPolled ? [polled, pushed] : [pushed, polled];
	const happenedAt = instantOf(arrival.event.date);
	return { id, aliases: records.map(own), looks: records.map(other), happenedAt };
}

/**
 * The events that this workflow has not had, in the order they came. Where n8n does not tell of the end of an execution,
 * they count as done at once.
 */
export async function takeNew(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	settings: TakeSettings,
): Promise<Arrival[]> {
	const [all, old] = split(arrivals, (one) => !isTooOldToRepeat(one, settings.repeatsForMs));
	const unique = new Map(all.map((arrival) => [arrival.id, arrival]));
	if (unique.size === 0) return arrivals;
	const here = ThisProcess.of(context.getWorkflow().id);
	const isInReach = hasOtherTrigger(context);
	const isBeside = isInReach || here.hasOtherThan(kindOf(all));
	const isElsewhere = all.some(({ process }) => process !== PROCESS_ID);
	const things = [...unique.values()].map((arrival) => toThing(arrival, here));
	const memory = new EventMemory(context, {
		scope: isInReach ? 'workflow' : 'node',
		keepMs: Math.max(settings.repeatsForMs, LOOK_BACK_MS + DAY_MS),
		isElsewhere,
		// One poll never gets in the way of another.
		isShared: isElsewhere && (isBeside || kindOf(all) === 'push'),
		hasAliases: isBeside,
		leftBehindAfterMs: LEFT_BEHIND_MS[settings.doneWhen],
	});
	const ours = await take(context, memory, things, settings.doneWhen);
	await whenEnded(context, async (succeeded) => {
		if (succeeded || settings.doneWhen === 'ended') await memory.finish(ours);
		else await memory.release(ours);
	});
	const isNew = new Set<Arrival | undefined>([...old, ...ours.map(({ id }) => unique.get(id))]);
	return arrivals.filter((arrival) => isNew.has(arrival));
}

async function whenEnded(
	context: IExecuteFunctions,
	handler: (succeeded: boolean) => Promise<void>,
): Promise<void> {
	const ending = onEnd(context);
	if (ending) ending(handler);
	else await handler(false);
}

async function take(
	context: IExecuteFunctions,
	memory: EventMemory,
	things: Thing[],
	doneWhen: TakeSettings['doneWhen'],
): Promise<Thing[]> {
	if (context.getMode() === 'retry') {
		memory.takeAgain(things);
		return things;
	}
	const { ours, busy } = await memory.claim(things);
	if (doneWhen === 'ended') return ours;
	let isComplete = false;
	try {
		for (const thing of busy) ours.push(...(await takeOver(context, memory, thing)));
		isComplete = true;
		return ours;
	} finally {
		if (!isComplete) await memory.release(ours);
	}
}

/** Waits for whoever works on the same event, where it matters how that ends, and takes the event when it failed. */
async function takeOver(
	context: IExecuteFunctions,
	memory: EventMemory,
	thing: Thing,
): Promise<Thing[]> {
	const ended = await Promise.race([
		memory.runningHere(thing) ?? ('failed' as const),
		sleep(PATIENCE_MS).then(() => 'tooLong' as const),
	]);
	if (ended === 'done') return [];
	const { ours, busy } =
		ended === 'failed' ? await memory.claim([thing]) : { ours: [], busy: [thing] };
	if (busy.length === 0) return ours;
	throw new NodeOperationError(
		context.getNode(),
		'Another execution is still working on this event',
		{ description: 'The service will deliver it again.' },
	);
}
