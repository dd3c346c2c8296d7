import type { FunctionsBase, IExecuteFunctions } from 'n8n-workflow';

import { split } from '../../gateway/lists';
import { MarkList } from '../memory/markList';
import type { State } from '../memory/thisProcess';
import { ThisProcess } from '../memory/thisProcess';
import type { Arrival } from './arrival';
import { dateOf } from './arrival';

export interface MemorySettings {
	/** Whether a trigger of the other kind brings the same events, under other names. */
	isBeside: boolean;
	/** Whether another process received the events: then this one does not know which of them are done. */
	isElsewhere: boolean;
	/** Whether several processes may get the same event. */
	isShared: boolean;
	/** How long an event must be remembered, in milliseconds. */
	keepMs: number;
	/** The lease: how long a process has to finish an event until another one may take it, in milliseconds. */
	leftBehindAfterMs: number;
}

export interface Taken {
	ours: Arrival[];
	/** Events that other executions are working on. */
	busy: Arrival[];
}

/** Events that cannot be taken. */
interface NotFree {
	finished: Arrival[];
	busy: Arrival[];
}

/** The marks of an event: it is done, a process has received it, or an execution has taken it in a time slot. */
const done = (name: string) => `1|${name}`;
const seen = (name: string) => `2|${name}`;
const takenIn = (name: string, slot: number) => `3|${slot}|${name}`;
/** A lease lasts this number of time slots, the one it begins in included. */
const SLOTS = 3;

/**
 * Pushes and polled records have names of their own, and each kind looks up the names of the other. So two pushes of the
 * same minute do not pass for repeats.
 */
const recordsOf = ({ records }: Arrival, isPolled: boolean) =>
	records.map((record) => `${isPolled ? 'polled' : 'pushed'} ${record}`);

/** The names under which an event is found if the workflow has had it. */
export const namesToLookUp = (arrival: Arrival, isBeside: boolean): string[] => [
	arrival.id,
	...(isBeside ? recordsOf(arrival, !arrival.isPolled) : []),
];

/** Whether a node after this trigger also follows a trigger of the other kind: then both bring the same events. */
export function hasOtherTrigger(context: FunctionsBase): boolean {
	const { name, type } = context.getNode();
	return context
		.getChildNodes(name)
		.flatMap((child) => context.getParentNodes(child.name))
		.filter((node) => !node.disabled && /\.textMe(Polling)?Trigger$/.test(node.type))
		.some((node) => node.type !== type);
}

/**
 * The events that a workflow has had. An execution claims events, works on them, and then finishes or releases them.
 *
 * In one process: events that run are known in memory (`ThisProcess`). An event that is done gets a mark in n8n's list. If
 * n8n is killed before that, there is no mark, and the event may come again. Only events that are older than the process
 * are looked up in the list, because a look-up writes it.
 *
 * In several processes: an event gets a mark with the time when it is taken, and another mark when it is done. The first one
 * is a lease: if it ends before the event is done, another process may take the event. Two processes that take an event at
 * the same instant both run it. Polls never overlap, so an event that only polls bring needs no lease.
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

	/** Takes the new events. */
	async claim(arrivals: Arrival[]): Promise<Taken> {
		const isIn = (state: State) => (arrival: Arrival) =>
			this.process.stateOf(this.namesToLookUp(arrival)) === state;
		const [repeated, unknown] = split(arrivals, isIn('done'));
		const [busyHere, free] = split(unknown, isIn('running'));
		// Before the first await: the next claim in this process must find these events running.
		this.takeAnyway(free);
		const found = Promise.all([
			this.settings.isShared ? this.claimFromOthers(free) : this.doneBefore(free),
			this.cleared(repeated),
		]);
		found.catch(() => this.noteHere(free, 'failed'));
		const [{ finished, busy }, cleared] = await found;
		// They do not run in this process after all.
		this.noteHere([...finished, ...busy], 'failed');
		const ids = finished.map(({ id }) => id);
		this.process.note(ids, 'done');
		const others = new Set([...finished, ...busy]);
		const ours = [...cleared, ...free.filter((one) => !others.has(one))];
		return { ours, busy: [...busyHere, ...busy] };
	}

	/** Takes events, new or not. */
	takeAnyway(arrivals: Arrival[]): void {
		this.noteHere(arrivals, 'running');
	}

	/** Marks events as done. */
	async finish(arrivals: Arrival[]): Promise<void> {
		const marks = arrivals.flatMap(this.names).map(done);
		try {
			// A repeat in n8n's queue outlives a kill. It then seems to come from another process: see `claimFromOthers`.
			const ids = arrivals.map(({ id }) => seen(id));
			if (this.settings.isElsewhere) await this.list.note(marks);
			else await this.list.record([...marks, ...ids]);
		} finally {
			this.noteHere(arrivals, 'done');
		}
	}

	/** Gives events back: the next execution that gets them may take them. */
	async release(arrivals: Arrival[]): Promise<void> {
		try {
			const taken = (name: string) => this.slots().map((slot) => takenIn(name, slot));
			const marks = this.settings.isShared ? arrivals.flatMap(this.names).flatMap(taken) : [];
			await this.list.forget(marks);
		} finally {
			this.noteHere(arrivals, 'failed');
		}
	}

	/** The names under which an event is marked. */
	private readonly names = (arrival: Arrival): string[] => [
		arrival.id,
		...(this.settings.isBeside ? recordsOf(arrival, arrival.isPolled) : []),
	];

	private readonly namesToLookUp = (arrival: Arrival): string[] =>
		namesToLookUp(arrival, this.settings.isBeside);

	private readonly isDoneIn =
		(marks: Set<string>) =>
		(arrival: Arrival): boolean =>
			this.namesToLookUp(arrival).some((name) => marks.has(done(name)));

	private noteHere(arrivals: Arrival[], state: State): void {
		this.process.note(arrivals.flatMap(this.names), state);
	}

	/** Events that this process has done are new again if a person has cleared the list. */
	private async cleared(repeated: Arrival[]): Promise<Arrival[]> {
		return repeated.length > 0 && (await this.list.isEmpty()) ? repeated : [];
	}

	/** Looks up which events are done. Those that this process received are looked up only if they are older than it. */
	private async doneBefore(arrivals: Arrival[]): Promise<NotFree> {
		const { isElsewhere } = this.settings;
		const old = arrivals.filter((one) => isElsewhere || !ThisProcess.remembers(dateOf(one)));
		const mayBeMarked = isElsewhere || (old.length > 0 && (await this.list.countAtFirst()) > 0);
		const marks = mayBeMarked ? old.flatMap(this.namesToLookUp).map(done) : [];
		// A doubtful mark does not count: an event may rather run twice than never.
		const { known } = await this.list.peek(marks);
		return { finished: old.filter(this.isDoneIn(known)), busy: [] };
	}

	/**
	 * Takes events under a lease, and finds those that other executions have done or still work on. An event that no process
	 * has seen is not looked up, which saves a write. Beside a trigger of the other kind all are, since their IDs differ there.
	 */
	private async claimFromOthers(arrivals: Arrival[]): Promise<NotFree> {
		const slots = this.slots();
		const [now, ...earlier] = slots;
		const taken = (arrival: Arrival) => this.names(arrival).map((name) => takenIn(name, now));
		const before = await this.list.note(
			arrivals.flatMap((arrival) => [seen(arrival.id), ...taken(arrival)]),
		);
		const maybeHad = arrivals.filter(({ id }) => this.settings.isBeside || before.has(seen(id)));
		const marksOf = (name: string) => [done(name), ...earlier.map((slot) => takenIn(name, slot))];
		const { known, doubtful } = await this.list.peek(
			maybeHad.flatMap((arrival) => [
				...this.namesToLookUp(arrival).flatMap(marksOf),
				...this.namesToLookUp(arrival)
					.slice(1)
					.map((name) => takenIn(name, now)),
			]),
		);
		// Not a doubtful mark: a process that was killed while it looked the event up has left it behind.
		const [finished, open] = split(maybeHad, this.isDoneIn(known));
		const isTaken = (name: string) =>
			slots.some((slot) =>
				[before, known, doubtful].some((marks) => marks.has(takenIn(name, slot))),
			);
		const busy = open.filter((one) => this.namesToLookUp(one).some(isTaken));
		// The marks that this claim has put on busy events would prolong the lease of others.
		await this.list.forget(busy.flatMap(taken).filter((mark) => !before.has(mark)));
		return { finished, busy };
	}

	/** The time slots in which a lease that has not ended may have begun, the current one first. */
	private slots(): [number, ...number[]] {
		const now = Math.floor((Date.now() * SLOTS) / this.settings.leftBehindAfterMs);
		return [now, ...Array.from({ length: SLOTS - 1 }, (_, n) => now - 1 - n)];
	}
}
