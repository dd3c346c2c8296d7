import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { listedEventIds } from '../../gateway/blocklistEntry';
import type { Arrival } from './arrival';
import { PROCESS_ID } from './arrival';
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

/** First and second mark of every event. */
const MARKS = 2;

/** How long a repeat waits for the execution that works on the same event, before the service is asked to come again. */
const PATIENCE_MS = 60_000;

/** Noted when an execution takes the event up. */
const takenUp = (id: string) => `1|${id}`;
/** Noted when it is done with; also when it is taken up for the second time, so that nothing is repeated for ever. */
const doneWith = (id: string) => `2|${id}`;

const isMasked = ({ event }: Arrival) => event.event === 'blocklistAddition' && event.masked;

/** A listing masks the phone, so that the same event comes under another id from there. */
const idsOf = ({ event }: Arrival) => [
	event.eventId,
	...(event.event === 'blocklistAddition' ? listedEventIds(event) : []),
];

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
	const unique = new Map(
		arrivals.filter(isRepeatable).map((arrival) => [arrival.event.eventId, arrival]),
	);
	const taken = await new Taking(context, settings).take([...unique.values()]);
	return arrivals.filter(
		(arrival) => taken.has(arrival) || unique.get(arrival.event.eventId) === undefined,
	);
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
		// Their only mark says that they are done with, which is not for a repeat to set.
		const arrivals = all.filter((arrival) => !isMasked(arrival) || !this.isUnderWay(arrival));
		const isRetry = this.context.getMode() === 'retry';
		const first = await this.seen.record(
			arrivals.map((arrival) => markOf(arrival)(arrival.event.eventId)),
		);
		const isKnown = (arrival: Arrival) => first.has(markOf(arrival)(arrival.event.eventId));
		const fresh = arrivals.filter((arrival) => isRetry || !isKnown(arrival));
		const known = arrivals.filter((arrival) => !fresh.includes(arrival));
		// Before anything is awaited again: whoever asks next must see that these are being worked on.
		const taken = new Set(fresh);
		const ends = [this.begin(fresh)];

		const busy = known.filter((arrival) => this.isUnderWay(arrival));
		const idle = known.filter((arrival) => !busy.includes(arrival));
		const cutOff = await this.cutOff(idle.filter((arrival) => !isMasked(arrival)));
		ends.push(this.begin(cutOff));
		for (const arrival of cutOff) taken.add(arrival);
		this.underWay.settle(
			idle.filter((arrival) => !taken.has(arrival)).map(({ event }) => event.eventId),
		);

		await this.arrangeEnd([...taken], (done) => ends.forEach((end) => end(done)));
		for (const arrival of busy) if (await this.isLeftOver(arrival)) taken.add(arrival);
		return taken;
	}

	private isUnderWay({ event }: Arrival): boolean {
		return this.underWay.outcome(event.eventId) !== undefined;
	}

	private begin(arrivals: Arrival[]) {
		return this.underWay.begin(arrivals.flatMap(idsOf));
	}

	/** Taken up and never done with, by nobody here. */
	private async cutOff(arrivals: Arrival[]): Promise<Arrival[]> {
		const done = await this.seen.record(arrivals.map(({ event }) => doneWith(event.eventId)));
		return arrivals.filter(({ event }) => !done.has(doneWith(event.eventId)));
	}

	private async arrangeEnd(taken: Arrival[], end: (done: boolean) => void): Promise<void> {
		const ids = taken.flatMap(idsOf);
		const done = async () => {
			await this.seen.record(ids.map(doneWith));
			this.underWay.settle(taken.map(({ event }) => event.eventId));
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
		if (!isHere && !onlySuccess) return await done();
		this.ending(async (succeeded) => await (succeeded || !onlySuccess ? done() : failed()));
	}

	/** Waits for whoever works on the same event, where it matters how that ends. */
	private async isLeftOver(arrival: Arrival): Promise<boolean> {
		if (this.settings.doneWhen === 'ended') return false;
		const outcome = this.underWay.outcome(arrival.event.eventId) ?? false;
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

/** What comes masked was perhaps pushed before and is then done with under that id; it has no second chance. */
const markOf = (arrival: Arrival) => (isMasked(arrival) ? doneWith : takenUp);
