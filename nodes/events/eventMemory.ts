import type { FunctionsBase, IExecuteFunctions } from 'n8n-workflow';

import { split } from '../../gateway/lists';
import { MarkList } from '../memory/markList';
import type { State } from '../memory/thisProcess';
import { ThisProcess } from '../memory/thisProcess';
import type { Arrival } from './arrival';
import { dateOf } from './arrival';

export interface MemorySettings {
	/** Whether a trigger of the other kind brings the same events, which go by other names there. */
	isBeside: boolean;
	/** Whether events came in in another process: what has been done is not known here then. */
	isElsewhere: boolean;
	/** Whether several processes may get the same event. */
	isShared: boolean;
	/** After which time an event may be forgotten, in milliseconds. */
	keepMs: number;
	/** After which time an event that another process took and did not finish may be taken again, in milliseconds. */
	leftBehindAfterMs: number;
}

export interface Taken {
	ours: Arrival[];
	/** What others work on, without their finishing it yet. */
	busy: Arrival[];
}

/** The events that are not taken. */
interface Found {
	finished: Arrival[];
	busy: Arrival[];
}

const done = (name: string) => `1|${name}`;
const seen = (name: string) => `2|${name}`;
const takenIn = (name: string, slot: number) => `3|${slot}|${name}`;
/** The slots of time, this one included, in which whoever took an event counts as working on it. */
const SLOTS = 3;

/** Pushes and records have names of their own, so that none passes for its own repeat. */
const recordsOf = ({ records }: Arrival, isPolled: boolean) =>
	records.map((record) => `${isPolled ? 'polled' : 'pushed'} ${record}`);

/** Names that an event is known by, if it is. */
export const lookedFor = (arrival: Arrival, isBeside: boolean): string[] => [
	arrival.id,
	...(isBeside ? recordsOf(arrival, !arrival.isPolled) : []),
];

/** Whether a node behind this trigger is reached from a trigger of the other kind, too: then both bring the same events. */
export function hasOtherTrigger(context: FunctionsBase): boolean {
	const { name, type } = context.getNode();
	return context
		.getChildNodes(name)
		.flatMap((child) => context.getParentNodes(child.name))
		.filter((node) => !node.disabled && /\.textMe(Polling)?Trigger$/.test(node.type))
		.some((node) => node.type !== type);
}

/**
 * The events that a workflow has had. `claim` them, work on them, then `finish` them, or `release` them.
 *
 * In one process: what runs is known in memory; what is done is marked in n8n's list when it has ended. When n8n is killed in
 * between there is no mark, and the event may come again. The list is asked about what is older than this
 * process only, since to ask it is to write it.
 *
 * In several processes: a mark when an event is taken, which carries the time, and one when it is done. Whoever took it has
 * a while to finish it; then another may take it. Two that take it in the same instant both run it.
 */
export class EventMemory {
	private readonly list: MarkList;
	private readonly process: ThisProcess;

	constructor(
		context: IExecuteFunctions,
		private readonly settings: MemorySettings,
	) {
		const { isBeside, isElsewhere, keepMs } = settings;
		const scope = isBeside ? 'workflow' : 'node';
		this.list = MarkList.of(context, scope, isElsewhere ? Infinity : keepMs);
		this.process = ThisProcess.of(context.getWorkflow().id);
	}

	/** Takes the events that are new. */
	async claim(arrivals: Arrival[]): Promise<Taken> {
		const isIn = (state: State) => (arrival: Arrival) =>
			this.process.stateOf(this.lookedFor(arrival)) === state;
		const [repeated, unknown] = split(arrivals, isIn('done'));
		const [busyHere, free] = split(unknown, isIn('running'));
		// Before anything is awaited: whoever asks next must see that these are being worked on.
		this.takeAgain(free);
		const found = Promise.all([
			this.settings.isShared ? this.claimFromOthers(free) : this.doneBefore(free),
			this.cleared(repeated),
		]);
		found.catch(() => this.noteHere(free, 'failed'));
		const [{ finished, busy }, cleared] = await found;
		this.noteHere([...finished, ...busy], 'failed');
		const ids = finished.map(({ id }) => id);
		this.process.note(ids, 'done');
		const others = new Set([...finished, ...busy]);
		const ours = [...cleared, ...free.filter((one) => !others.has(one))];
		return { ours, busy: [...busyHere, ...busy] };
	}

	/** Takes events, new or not. */
	takeAgain(arrivals: Arrival[]): void {
		this.noteHere(arrivals, 'running');
	}

	/** Notes that events are done. */
	async finish(arrivals: Arrival[]): Promise<void> {
		const marks = arrivals.flatMap(this.names).map(done);
		try {
			// n8n may be killed while it has a repeat in its queue, which then comes as if from another process.
			const ids = arrivals.map(({ id }) => seen(id));
			if (this.settings.isElsewhere) await this.list.note(marks);
			else await this.list.record([...marks, ...ids]);
		} finally {
			this.noteHere(arrivals, 'done');
		}
	}

	/** Gives events back: whoever gets them next may take them. */
	async release(arrivals: Arrival[]): Promise<void> {
		try {
			const taken = (name: string) => this.slots().map((slot) => takenIn(name, slot));
			const marks = this.settings.isShared ? arrivals.flatMap(this.names).flatMap(taken) : [];
			await this.list.forget(marks);
		} finally {
			this.noteHere(arrivals, 'failed');
		}
	}

	private readonly names = (arrival: Arrival): string[] => [
		arrival.id,
		...(this.settings.isBeside ? recordsOf(arrival, arrival.isPolled) : []),
	];

	private readonly lookedFor = (arrival: Arrival): string[] =>
		lookedFor(arrival, this.settings.isBeside);

	private noteHere(arrivals: Arrival[], state: State): void {
		this.process.note(arrivals.flatMap(this.names), state);
	}

	/** What is done as far as this process knows is new once more when a person has emptied the list. */
	private async cleared(repeated: Arrival[]): Promise<Arrival[]> {
		return repeated.length > 0 && (await this.list.isEmpty()) ? repeated : [];
	}

	private async doneBefore(arrivals: Arrival[]): Promise<Found> {
		const { isElsewhere } = this.settings;
		const old = arrivals.filter((one) => isElsewhere || !ThisProcess.remembers(dateOf(one)));
		const isAsked = isElsewhere || (old.length > 0 && (await this.list.countAtFirst()) > 0);
		const marks = isAsked ? old.flatMap(this.lookedFor).map(done) : [];
		// What is in doubt is rather had twice than never.
		const { known } = await this.list.peek(marks);
		const isDone = (one: Arrival) => this.lookedFor(one).some((name) => known.has(done(name)));
		return { finished: old.filter(isDone), busy: [] };
	}

	private async claimFromOthers(arrivals: Arrival[]): Promise<Found> {
		const [now, ...earlier] = this.slots();
		const taken = (arrival: Arrival) => this.names(arrival).map((name) => takenIn(name, now));
		const before = await this.list.note(
			arrivals.flatMap((arrival) => [seen(arrival.id), ...taken(arrival)]),
		);
		const asked = arrivals.filter(({ id }) => this.settings.isBeside || before.has(seen(id)));
		const marksOf = (name: string) => [done(name), ...earlier.map((slot) => takenIn(name, slot))];
		const { known, doubtful } = await this.list.peek(
			asked.flatMap((arrival) => [
				...this.lookedFor(arrival).flatMap(marksOf),
				...this.lookedFor(arrival)
					.slice(1)
					.map((name) => takenIn(name, now)),
			]),
		);
		const isKnown = (mark: string) => [before, known, doubtful].some((marks) => marks.has(mark));
		const [finished, open] = split(asked, (one) => this.lookedFor(one).map(done).some(isKnown));
		const busy = open.filter((one) =>
			this.lookedFor(one).some((name) => [takenIn(name, now), ...marksOf(name)].some(isKnown)),
		);
		// To ask is to write: what others work on must not look as if it was taken just now.
		await this.list.forget(busy.flatMap(taken).filter((mark) => !before.has(mark)));
		return { finished, busy };
	}

	/** The slots in which an event that was taken counts as worked on, the current one first. */
	private slots(): [number, ...number[]] {
		const now = Math.floor((Date.now() * SLOTS) / this.settings.leftBehindAfterMs);
		return [now, ...Array.from({ length: SLOTS - 1 }, (_, n) => now - 1 - n)];
	}
}
