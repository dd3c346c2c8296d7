import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import type { Arrival } from './arrival';
import { PROCESS_ID } from './arrival';
import {
	doneWith,
	firstMarkOf,
	idOf,
	idsOf,
	isMasked,
	listedAs,
	listedIdsOf,
	MARKS,
	takenUp,
} from './marks';
import type { Ending } from './onEnd';
import { onEnd } from './onEnd';
import { SeenIds } from './seenIds';
import { UnderWay } from './underWay';

export interface TakeSettings {
	/** When an event counts as done with: once its execution has ended in whatever way, or only when it went well. */
	doneWhen: 'ended' | 'succeeded';
	/** A repeat that comes longer than this after the event counts as new. */
	repeatsForMs: number;
	maxEvents: number;
}

/** How long a repeat waits for the execution that works on the same event, before the service is asked to come again. */
const PATIENCE_MS = 60_000;

function isTooOldToRepeat({ event, at }: Arrival, repeatsForMs: number): boolean {
	const date = event.event === 'unknown' ? undefined : event.date;
	return date !== undefined && at - Date.parse(date) > repeatsForMs;
}

/**
 * The events that this workflow has not had, in the order they came. Two marks in the database tell: taken up, and done
 * with. An event that was taken up by an execution nobody here runs any more (n8n was killed) gets a second chance. Where
 * the end of the execution cannot be seen in this process, it counts as done with at once.
 */
export async function takeNew(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	settings: TakeSettings,
): Promise<Arrival[]> {
	const isRepeatable = (arrival: Arrival) => !isTooOldToRepeat(arrival, settings.repeatsForMs);
	const unique = new Map(arrivals.filter(isRepeatable).map((arrival) => [idOf(arrival), arrival]));
	const taken = await new Taking(context, settings).take([...unique.values()]);
	return arrivals.filter((arrival) => taken.has(arrival) || !unique.has(idOf(arrival)));
}

function split<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
	const parts: [T[], T[]] = [[], []];
	for (const one of all) parts[isFirst(one) ? 0 : 1].push(one);
	return parts;
}

class Taking {
	private readonly seen: SeenIds;
	private readonly underWay: UnderWay;
	private readonly ending: Ending | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: TakeSettings,
	) {
		const workflowId = context.getWorkflow().id ?? '';
		this.seen = SeenIds.of(workflowId, context.helpers, MARKS * settings.maxEvents);
		this.underWay = UnderWay.of(workflowId);
		this.ending = onEnd(context);
	}

	async take(all: Arrival[]): Promise<Set<Arrival>> {
		const arrivals = await this.notListed(all);
		const marked = await this.seen.record(arrivals.map(firstMarkOf));
		const isRetry = this.context.getMode() === 'retry';
		const [fresh, known] = split(
			arrivals,
			(arrival) => isRetry || !marked.has(firstMarkOf(arrival)),
		);
		// Before anything is awaited again: whoever asks next must see that these are being worked on.
		const ends = [this.begin(fresh)];
		const [busy, idle] = split(known, (arrival) => this.isUnderWay(arrival));
		const [cutOff, done] = await this.cutOff(idle);
		ends.push(this.begin(cutOff));
		this.underWay.settle(done.map(idOf));

		const taken = new Set([...fresh, ...cutOff]);
		await this.seen.record(fresh.filter(isMasked).map(idOf).map(listedAs));
		await this.arrangeEnd([...taken], (isDone) => ends.forEach((end) => end(isDone)));
		for (const arrival of busy) if (await this.isLeftOver(arrival)) taken.add(arrival);
		return taken;
	}

	/** Without what a listing has shown masked already, and what it shows of a push that is being worked on. */
	private async notListed(arrivals: Arrival[]): Promise<Arrival[]> {
		const listed = await this.seen.peek(arrivals.flatMap(listedIdsOf).map(listedAs));
		return arrivals.filter(
			(arrival) =>
				!(isMasked(arrival) && this.isUnderWay(arrival)) &&
				!listedIdsOf(arrival).some((id) => listed.has(listedAs(id))),
		);
	}

	private isUnderWay(arrival: Arrival): boolean {
		return this.underWay.outcome(idOf(arrival)) !== undefined;
	}

	private begin(arrivals: Arrival[]) {
		return this.underWay.begin(arrivals.flatMap(idsOf));
	}

	/** Those that were taken up and never done with, by nobody here; and the others. */
	private async cutOff(idle: Arrival[]): Promise<[Arrival[], Arrival[]]> {
		const [masked, whole] = split(idle, isMasked);
		const done = await this.seen.record(whole.map(idOf).map(doneWith));
		const [over, cutOff] = split(whole, (arrival) => done.has(doneWith(idOf(arrival))));
		return [cutOff, [...over, ...masked]];
	}

	private async arrangeEnd(taken: Arrival[], end: (done: boolean) => void): Promise<void> {
		const ids = taken.flatMap(idsOf);
		const done = async () => {
			await this.seen.record([...taken.map(firstMarkOf), ...ids.map(doneWith)]);
			this.underWay.settle(taken.map(idOf));
			end(true);
		};
		const failed = async () => {
			await this.seen.forget(ids.flatMap((id) => [takenUp(id), doneWith(id)]));
			end(false);
		};
		const onlySuccess = this.settings.doneWhen === 'succeeded';
		const isHere = taken.every(({ process }) => process === PROCESS_ID);
		if (taken.length === 0) return end(true);
		if (this.ending === undefined) return onlySuccess ? await failed() : await done();
		// Two workers that write at the same moment may each undo what the other has noted: the end notes it once more.
		if (!isHere && !onlySuccess) await done();
		this.ending(async (succeeded) => await (succeeded || !onlySuccess ? done() : failed()));
	}

	/** Waits for whoever works on the same event, where it matters how that ends. */
	private async isLeftOver(arrival: Arrival): Promise<boolean> {
		if (this.settings.doneWhen === 'ended') return false;
		const outcome = this.underWay.outcome(idOf(arrival)) ?? false;
		const ended = await Promise.race([outcome, sleep(PATIENCE_MS).then(() => 'tooLong' as const)]);
		if (ended === 'tooLong') {
			throw new NodeOperationError(
				this.context.getNode(),
				'Another execution is still working on this event',
				{ description: 'The service will deliver it again.' },
			);
		}
		return !ended && (await this.take([arrival])).has(arrival);
	}
}
