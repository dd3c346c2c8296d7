import type { Logger } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { split } from '../../gateway/split';
import { doneWith, leases, livingLease, notDone, ownMark, RENEW_EVERY_MS, takenUp } from './marks';
import type { ProcessedList } from './processedList';
import { PROCESS_ID } from './processId';

/** Longer than any process takes from reading n8n's list to writing it, if nothing is wrong. */
const SETTLED_AFTER_MS = 500;
/**
 * For how many questions two versions of the list can last, each writing over the other, until one has won; and how much
 * slower than here it may be elsewhere.
 */
const MARGIN = 10;
/** A clock that was set tells nothing about how slow n8n is. */
const LONGEST_MS = 5_000;
const TRIES = 5;
/** Soon enough for whoever looks twice whether somebody lives (`secondChance`), even if n8n is slow. */
const FIRST_LEASE_AFTER_MS = 3_000;
/** Longer than a process may be silent before it counts as gone. */
const PATIENCE_MS = 70_000;

let claims = 0;

export interface Claimed {
	won: Set<string>;
	open: string[];
}

/**
 * Gives each thing to one of all who want it, across the processes of an n8n in queue mode. n8n's list has no lock, and
 * whoever writes last undoes what others wrote after he had read. So a claim is written with a mark of its own and looked
 * at again once all who read the list without it must have written theirs: the last writer finds his mark, the others
 * theirs gone (Fischer's mutual exclusion). Whoever got a thing keeps noting that he lives, until it is done with: what is
 * taken up by nobody living may be claimed once more.
 */
export class Claims {
	/** Marks that are to stay. */
	private readonly noted = new Set<string>();

	/** `isShared`: whether other processes may want the same. In one process the list itself suffices. */
	constructor(
		private readonly list: ProcessedList,
		private readonly isShared: boolean,
		private readonly logger: Logger,
	) {}

	/** Tries to take things up: `won` are ours alone from now on, `open` were taken up before and may not be done with. */
	async win(ids: string[], markOf: (id: string) => string = takenUp): Promise<Claimed> {
		if (!this.isShared) {
			const known = await this.list.record(ids.map(markOf));
			const [open, won] = split(ids, (id) => known.has(markOf(id)));
			return { won: new Set(won), open };
		}
		const { won, known, late } = await this.race(ids, (id) => [markOf(id), notDone(id)]);
		// What has no second chance is rather had twice than never.
		for (const id of late) if (markOf(id) !== takenUp(id)) won.add(id);
		const lost = ids.filter((id) => !won.has(id));
		const [done, open] = split(lost, (id) => known.has(markOf(id)) && !known.has(notDone(id)));
		this.done(done);
		return { won, open };
	}

	/** Of open things: those that were left behind and are ours now, and those being worked on. */
	async leftOver(open: string[]): Promise<{ won: Set<string>; busy: string[] }> {
		if (!this.isShared) {
			const known = await this.list.record(open.map(doneWith));
			return { won: new Set(open.filter((id) => !known.has(doneWith(id)))), busy: [] };
		}
		const first = await this.secondChance(open);
		// Somebody had them already: he may have come too late just now and give them back, or be about to note that he lives.
		const second = await this.secondChance(first.hadByOthers);
		this.done(second.hadByOthers);
		return {
			won: new Set([...first.won, ...second.won]),
			busy: [...first.busy, ...second.busy, ...first.late, ...second.late],
		};
	}

	/** The same, but waits while somebody works on them, for as long as a minute. */
	async leftOverAtLast(ids: string[]): Promise<Set<string>> {
		const deadline = Date.now() + PATIENCE_MS;
		const all = new Set<string>();
		for (let open = ids; open.length > 0 && Date.now() < deadline; ) {
			const { won, busy } = await this.leftOver(open);
			for (const id of won) all.add(id);
			open = busy;
			if (open.length > 0) await sleep(this.settledAfter);
		}
		return all;
	}

	private async secondChance(open: string[]) {
		const first = await this.look(open);
		// The note that somebody lives may have been written over: he has renewed it by then, even if he is slow.
		if (first.left.length > 0) await sleep(RENEW_EVERY_MS + LONGEST_MS);
		const { left, busy } = await this.look(first.left);
		const { won, late } = await this.race(left, (id) => [doneWith(id)]);
		await this.list.forget(late.map(doneWith));
		const hadByOthers = left.filter((id) => !won.has(id) && !late.includes(id));
		return { won, late, hadByOthers, busy: [...first.busy, ...busy] };
	}

	/** That things are done with need not be known at once: `doneWith` tells as well. */
	done(ids: string[]): void {
		if (this.isShared) this.inBackground(async () => await this.list.forget(ids.map(notDone)));
	}

	/**
	 * Writes the marks of all ids at once, the first of an id being the one there can be only one of. `known` are the marks
	 * that were there before. `late` are the ids that nobody had when n8n's list was read, but which others may have settled
	 * by the time it was written, so slow was that.
	 */
	private async race(
		ids: string[],
		marksOf: (id: string) => [string, ...string[]],
	): Promise<{ won: Set<string>; known: Set<string>; late: string[] }> {
		const won = new Set<string>();
		const late: string[] = [];
		if (ids.length === 0) return { won, known: new Set(), late };
		const own = ownMark(`${PROCESS_ID}-${++claims}`);
		let isLate = false;
		const write = async (all: string[]) => {
			const limit = this.settledAfter;
			const found = await this.list.record([...all.flatMap(marksOf), own]);
			isLate = this.list.slowest > limit;
			return found;
		};
		const known = await write(ids);
		let open = ids.filter((id) => !known.has(marksOf(id)[0]));
		while (open.length > 0) {
			const wasLate = isLate;
			await sleep(this.settledAfter);
			const found = await write(open);
			const [there, gone] = split(open, (id) => found.has(marksOf(id)[0]));
			const isOurs = found.has(own);
			for (const id of there) {
				if (wasLate) late.push(id);
				else if (isOurs) won.add(id);
			}
			// What is gone altogether was undone by somebody who wanted something else, and is claimed anew by now.
			open = gone;
		}
		this.inBackground(async () => await this.list.forget([own]));
		return { won, known, late };
	}

	/**
	 * Keeps noting that we live, soon again while others write it over, until the returned function is called. Most things are
	 * done with before the first time.
	 */
	hold(ids: string[]): () => void {
		let end: () => void = () => undefined;
		if (!this.isShared || ids.length === 0) return end;
		let isHeld = true;
		const ended = new Promise<void>((resolve) => (end = resolve));
		this.inBackground(async () => {
			let noted: string[] = [];
			let pause = FIRST_LEASE_AFTER_MS;
			do {
				await Promise.race([ended, sleep(pause)]);
				const current = isHeld ? currentLeases(ids) : [];
				const known = await this.list.record(current);
				const isCurrent = new Set(current);
				const [still, over] = split(noted, (mark) => isCurrent.has(mark));
				const isKept = still.length > 0 && still.every((mark) => known.has(mark));
				pause = isKept ? RENEW_EVERY_MS : this.settledAfter;
				await this.list.forget(over);
				noted = current;
			} while (noted.length > 0);
		});
		return () => {
			isHeld = false;
			end();
		};
	}

	async note(marks: string[]): Promise<void> {
		for (const mark of marks) this.noted.add(mark);
		await this.list.record(marks);
	}

	async forget(marks: string[]): Promise<void> {
		for (const mark of marks) this.noted.delete(mark);
		await this.list.forget(marks);
	}

	/** Sees to it that whatever was noted stays, though others may just be writing; then calls `then`. */
	makeSure(then: () => void): void {
		if (!this.isShared || this.noted.size === 0) return then();
		const marks = [...this.noted];
		this.noted.clear();
		this.inBackground(async () => {
			for (let tries = 1; tries <= TRIES; tries++) {
				await sleep(this.settledAfter);
				const known = await this.list.record(marks);
				if (marks.every((mark) => known.has(mark))) break;
			}
			then();
		});
	}

	/**
	 * Of open things: those that nobody works on, and the others. To look, n8n's list has to be written to, so others may see
	 * for a moment what is not true: a thing open that is done with, or worked on that is not. Either only makes them wait.
	 */
	private async look(ids: string[]): Promise<{ left: string[]; busy: string[] }> {
		const now = Date.now();
		const known = await this.list.peek(ids.flatMap((id) => [notDone(id), livingLease(id, now)]));
		const open = ids.filter((id) => known.has(notDone(id)));
		const [busy, left] = split(open, (id) => known.has(livingLease(id, now)));
		return { left, busy };
	}

	/** Resolves when whoever had read the list must have written it: what is there then stays. */
	async settled(): Promise<void> {
		await sleep(this.settledAfter);
	}

	private get settledAfter(): number {
		return Math.max(SETTLED_AFTER_MS, Math.min(MARGIN * this.list.slowest, LONGEST_MS));
	}

	private inBackground(work: () => Promise<void>): void {
		const job = work()
			.catch((error: unknown) =>
				this.logger.warn('TextMe could not note what is done with', { error }),
			)
			.finally(() => JOBS.delete(job));
		JOBS.add(job);
	}
}

function currentLeases(ids: string[]): string[] {
	const now = Date.now();
	return ids.flatMap((id) => leases(id, now));
}

const JOBS = new Set<Promise<void>>();

/** Resolves when nothing is left to be noted in the background. */
export async function allNoted(): Promise<void> {
	await Promise.all(JOBS);
}
