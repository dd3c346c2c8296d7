import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { split } from '../../gateway/split';
import { Claims } from '../memory/claims';
import { doneWith, MARKS, takenUp, traces } from '../memory/marks';
import { ProcessedList } from '../memory/processedList';
import { PROCESS_ID } from '../memory/processId';
import type { Arrival } from './arrival';
import { firstMarkOf, idOf, idsOf, isMasked, listedAs, listedIdsOf } from './marks';
import type { Ending } from './onEnd';
import { onEnd } from './onEnd';
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
/** How often it looks whether another process still works on it. */
const LOOK_EVERY_MS = 3_000;

function isTooOldToRepeat({ event, at }: Arrival, repeatsForMs: number): boolean {
	const date = event.event === 'unknown' ? undefined : event.date;
	return date !== undefined && at - Date.parse(date) > repeatsForMs;
}

/**
 * The events that this workflow has not had, in the order they came. Two marks in the database tell: taken up, and done
 * with. An event that was taken up by an execution that nobody runs any more (its process was killed) gets a second chance.
 * Where n8n does not tell of the end of an execution, it counts as done with at once.
 */
export async function takeNew(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	settings: TakeSettings,
): Promise<Arrival[]> {
	const isRepeatable = (arrival: Arrival) => !isTooOldToRepeat(arrival, settings.repeatsForMs);
	const unique = new Map(arrivals.filter(isRepeatable).map((arrival) => [idOf(arrival), arrival]));
	const taking = new Taking(context, settings, arrivals);
	const taken = await taking.take([...unique.values()]).finally(() => taking.giveUp());
	return arrivals.filter((arrival) => taken.has(arrival) || !unique.has(idOf(arrival)));
}

class Taking {
	private readonly list: ProcessedList;
	private readonly claims: Claims;
	private readonly underWay: UnderWay;
	private readonly ending: Ending | undefined;
	private readonly deadline = Date.now() + PATIENCE_MS;
	/** What has no end arranged yet. */
	private readonly begun: Array<{ end: (isDone: boolean) => void; letGo: () => void }> = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly settings: TakeSettings,
		arrivals: Arrival[],
	) {
		this.list = ProcessedList.of(context, 'workflow', MARKS * settings.maxEvents);
		// In queue mode what comes in elsewhere runs in one of several workers.
		const isShared = arrivals.some(({ process }) => process !== PROCESS_ID);
		this.claims = new Claims(this.list, isShared, context.logger);
		this.underWay = UnderWay.of(context.getWorkflow().id ?? '');
		this.ending = onEnd(context);
	}

	async take(all: Arrival[]): Promise<Set<Arrival>> {
		const arrivals = await this.notListed(all);
		const { won, open } = await this.claims.win(arrivals.map(idOf), firstMark(arrivals));
		const isRetry = this.context.getMode() === 'retry';
		const [fresh, known] = split(arrivals, (arrival) => isRetry || won.has(idOf(arrival)));
		// Before anything is awaited again: whoever asks next must see that these are being worked on.
		this.begin(fresh);
		const [busyHere, idle] = split(known, (arrival) => this.isUnderWay(arrival));
		const [cutOff, done, busyElsewhere] = await this.cutOff(idle, new Set(open));
		this.begin(cutOff);
		this.underWay.settle(done.map(idOf));

		const taken = new Set([...fresh, ...cutOff]);
		await this.list.record(fresh.filter(isMasked).map(idOf).map(listedAs));
		await this.arrangeEnd([...taken]);
		if (this.settings.doneWhen === 'ended') return taken;
		for (const arrival of busyHere) if (await this.isLeftHere(arrival)) taken.add(arrival);
		for (const arrival of busyElsewhere) if (await this.isLeftThere(arrival)) taken.add(arrival);
		return taken;
	}

	/** Without what a listing has shown masked already, and what it shows of a push that is being worked on. */
	private async notListed(arrivals: Arrival[]): Promise<Arrival[]> {
		const listed = await this.list.peek(arrivals.flatMap(listedIdsOf).map(listedAs));
		return arrivals.filter(
			(arrival) =>
				!(isMasked(arrival) && this.isUnderWay(arrival)) &&
				!listedIdsOf(arrival).some((id) => listed.has(listedAs(id))),
		);
	}

	private isUnderWay(arrival: Arrival): boolean {
		return this.underWay.outcome(idOf(arrival)) !== undefined;
	}

	private begin(arrivals: Arrival[]): void {
		const end = this.underWay.begin(arrivals.flatMap(idsOf));
		this.begun.push({ end, letGo: this.claims.hold(arrivals.map(idOf)) });
	}

	/** Ends what was begun and came to nothing, because of an error for instance: it may be taken up again. */
	giveUp(): void {
		for (const { end, letGo } of this.begun.splice(0)) {
			end(false);
			letGo();
		}
	}

	/** Those that were taken up and never done with, by nobody who lives; those done with; those others work on. */
	private async cutOff(
		idle: Arrival[],
		open: Set<string>,
	): Promise<[Arrival[], Arrival[], Arrival[]]> {
		const undone = idle.filter((arrival) => !isMasked(arrival) && open.has(idOf(arrival)));
		const { won, busy } = await this.claims.leftOver(undone.map(idOf));
		const [cutOff, known] = split(idle, (arrival) => won.has(idOf(arrival)));
		const isBusy = new Set(busy);
		const [elsewhere, done] = split(known, (arrival) => isBusy.has(idOf(arrival)));
		return [cutOff, done, elsewhere];
	}

	private async arrangeEnd(taken: Arrival[]): Promise<void> {
		const begun = [...this.begun];
		const end = (isDone: boolean) => begun.forEach((each) => each.end(isDone));
		const letGo = () => begun.forEach((each) => each.letGo());
		const ids = taken.flatMap(idsOf);
		const done = async () => {
			await this.claims.note([...taken.map(firstMarkOf), ...ids.map(doneWith)]);
			this.claims.done(taken.map(idOf));
			this.underWay.settle(taken.map(idOf));
			end(true);
		};
		const failed = async () => {
			await this.claims.forget(ids.flatMap(traces));
			end(false);
		};
		const onlySuccess = this.settings.doneWhen === 'succeeded';
		if (taken.length === 0) return this.giveUp();
		if (this.ending === undefined) {
			await (onlySuccess ? failed() : done());
			return this.giveUp();
		}
		this.begun.splice(0);
		this.ending(async (succeeded) => {
			try {
				await (succeeded || !onlySuccess ? done() : failed());
			} finally {
				end(false);
				this.claims.makeSure(letGo);
			}
		});
	}

	/** Waits for whoever works on the same event in this process, where it matters how that ends. */
	private async isLeftHere(arrival: Arrival): Promise<boolean> {
		const outcome = this.underWay.outcome(idOf(arrival)) ?? false;
		const ended = await Promise.race([outcome, sleep(PATIENCE_MS).then(() => 'tooLong' as const)]);
		if (ended === 'tooLong') throw this.comeAgain();
		return !ended && (await this.take([arrival])).has(arrival);
	}

	private async isLeftThere(arrival: Arrival): Promise<boolean> {
		if (Date.now() > this.deadline) throw this.comeAgain();
		// Not in step with others: to look, each has to write.
		await sleep(LOOK_EVERY_MS * (0.5 + Math.random()));
		return (await this.take([arrival])).has(arrival);
	}

	private comeAgain(): NodeOperationError {
		return new NodeOperationError(
			this.context.getNode(),
			'Another execution is still working on this event',
			{ description: 'The service will deliver it again.' },
		);
	}
}

/** What marks the first claim, by id. */
function firstMark(arrivals: Arrival[]): (id: string) => string {
	const marks = new Map(arrivals.map((arrival) => [idOf(arrival), firstMarkOf(arrival)]));
	return (id) => marks.get(id) ?? takenUp(id);
}
