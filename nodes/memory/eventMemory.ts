import type { IExecuteFunctions } from 'n8n-workflow';

import { split } from '../../gateway/lists';
import { Claim } from './claim';
import type { Scope } from './markList';
import { MarkList } from './markList';
import type { Ended } from './thisProcess';
import { PROCESS_ID, ThisProcess } from './thisProcess';

export interface Thing {
	/** What tells it from every other. */
	id: string;
	/** Names that it goes by as well. */
	aliases: string[];
	/** Aliases of others: when one of them is known, this thing is. */
	looks: string[];
	/** Milliseconds since 1970, if it is known. */
	happenedAt?: number;
}

export interface Settings {
	scope: Scope;
	/** After which time a thing may be forgotten, in milliseconds. */
	keepMs: number;
	/** Whether things came in in another process: what has been done is not known here then. */
	isElsewhere: boolean;
	/** Whether several processes may get the same thing. */
	isShared: boolean;
	/** Whether things may come under other names, too, so that these have to be noted in the list. */
	hasAliases: boolean;
	/** After which time a thing that another process took and did not finish may be taken again, in milliseconds. */
	leftBehindAfterMs: number;
}

export interface Taken {
	ours: Thing[];
	/** What others work on, without their finishing it yet. */
	busy: Thing[];
}

const done = (id: string) => `1|${id}`;
const taken = (id: string) => `2|${id}`;
const takenIn = (id: string, slot: number) => `3|${slot}|${id}`;
let claims = 0;
const ownMark = () => `4|${PROCESS_ID}-${++claims}`;
/** The slots of time, this one included, in which whoever took a thing counts as working on it. */
const SLOTS = 3;

const names = ({ id, aliases }: Thing) => [id, ...aliases];
const lookedFor = ({ id, looks }: Thing) => [id, ...looks];

/**
 * What a workflow has done before. `claim` things, do them, then `finish` them, or `release` them.
 *
 * In one process: what runs is known in memory; what is done is one mark in n8n's list, written when it has ended. When n8n
 * is killed in between there is no mark, and the thing may come again. The list is asked about what is older than this
 * process only, since to ask it is to write it.
 *
 * In several processes: a mark when a thing is taken, which carries the time, and one when it is done. Whoever took a thing
 * has a while to finish it; then another may take it. Two that take it in the same instant settle that by a `Claim`.
 */
export class EventMemory {
	private readonly list: MarkList;
	private readonly process: ThisProcess;

	constructor(
		context: IExecuteFunctions,
		private readonly settings: Settings,
	) {
		this.list = MarkList.of(
			context,
			settings.scope,
			settings.isElsewhere ? Infinity : settings.keepMs,
		);
		this.process = ThisProcess.of(context.getWorkflow().id);
	}

	/** Takes the things that are new. */
	async claim(things: Thing[]): Promise<Taken> {
		const isRunning = (id: string) => this.process.outcome(id) !== undefined;
		const [busyHere, free] = split(things, (thing) => lookedFor(thing).some(isRunning));
		// Before anything is awaited: whoever asks next must see that these are being worked on.
		this.process.begin(free.flatMap(names));
		const claiming = this.settings.isShared ? this.claimFromOthers(free) : this.claimHere(free);
		claiming.catch(() => this.process.end(free.flatMap(names), 'failed'));
		const { ours, busy, finished } = await claiming;
		this.process.end(finished.flatMap(names), 'done');
		this.process.end(busy.flatMap(names), 'failed');
		return { ours, busy: [...busyHere, ...busy] };
	}

	/** How a thing will end that this process works on. */
	runningHere(thing: Thing): Promise<Ended> | undefined {
		return lookedFor(thing)
			.map((id) => this.process.outcome(id))
			.find((outcome) => outcome !== undefined);
	}

	/** Takes things, new or not. */
	takeAgain(things: Thing[]): void {
		this.process.begin(things.flatMap(names));
	}

	/** Notes that things are done. Where others write, too, it is looked at again half a second later, which nobody waits for. */
	async finish(things: Thing[]): Promise<void> {
		if (things.length === 0) return;
		const ids = things.flatMap(this.noted);
		const note = new Claim(this.list, ownMark(), (id) => [done(id)]);
		try {
			if (this.settings.isElsewhere) await note.write(ids);
			else await this.list.record(ids.map(done));
		} finally {
			this.process.end(things.flatMap(names), 'done');
		}
		if (this.settings.isElsewhere) note.confirm(ids).catch(() => undefined);
	}

	/** Gives things back: whoever gets them next may take them. */
	async release(things: Thing[]): Promise<void> {
		try {
			const marks = things.flatMap((thing) => [
				taken(thing.id),
				...this.noted(thing).flatMap((name) => this.slots().map((slot) => takenIn(name, slot))),
			]);
			if (this.settings.isShared) await this.list.forget(marks);
		} finally {
			this.process.end(things.flatMap(names), 'failed');
		}
	}

	/** The names of a thing that stand in the list. */
	private readonly noted = (thing: Thing): string[] =>
		this.settings.hasAliases ? names(thing) : [thing.id];

	private async claimHere(free: Thing[]): Promise<Taken & { finished: Thing[] }> {
		const isDoneHere = (id: string) => this.process.isDone(id);
		const [known, unknown] = split(free, ({ looks }) => looks.some(isDoneHere));
		const [repeated, others] = split(unknown, ({ id }) => isDoneHere(id));
		const isRecent = ({ happenedAt }: Thing) =>
			!this.settings.isElsewhere && happenedAt !== undefined && ThisProcess.remembers(happenedAt);
		const [recent, old] = split(others, isRecent);
		// The list has the last word: it may have been cleared.
		const again = (await this.list.record(repeated.map(({ id }) => done(id)))).known;
		const isAsked = old.length > 0 && (this.settings.isElsewhere || (await this.list.hadMarks()));
		const found = isAsked
			? await this.list.peek(old.flatMap(lookedFor).map(done))
			: new Set<string>();
		const isDone = (id: string) => again.has(done(id)) || found.has(done(id));
		const [finished, open] = split([...repeated, ...old], (thing) => lookedFor(thing).some(isDone));
		return { ours: [...recent, ...open], busy: [], finished: [...known, ...finished] };
	}

	private async claimFromOthers(things: Thing[]): Promise<Taken & { finished: Thing[] }> {
		const [now, ...earlier] = this.slots();
		const byId = new Map(things.map((thing) => [thing.id, thing]));
		const isLeft = new Set<string>();
		const claim = new Claim(this.list, ownMark(), (id) => {
			const inThisSlot = this.noted(byId.get(id) as Thing).map((name) => takenIn(name, now));
			return isLeft.has(id) ? [takenIn(id, now), ...inThisSlot] : [taken(id), ...inThisSlot];
		});
		const known = await claim.write([...byId.keys()]);
		const isAsked = ({ id }: Thing) => known.has(taken(id)) || this.settings.hasAliases;
		const [asked, fresh] = split(things, isAsked);
		const found = await this.list.peek(
			asked.flatMap(({ id, looks }) => [
				...[id, ...looks].flatMap((name) => [
					done(name),
					...earlier.map((slot) => takenIn(name, slot)),
				]),
				...looks.map((name) => takenIn(name, now)),
			]),
		);
		const isKnown = (mark: string) => known.has(mark) || found.has(mark);
		const isDone = (name: string) => isKnown(done(name));
		const isTaken = (name: string) =>
			[now, ...earlier].some((slot) => isKnown(takenIn(name, slot)));
		const [finished, unfinished] = split(asked, (thing) => lookedFor(thing).some(isDone));
		const [busy, left] = split(unfinished, (thing) => lookedFor(thing).some(isTaken));
		for (const { id } of left) if (known.has(taken(id))) isLeft.add(id);
		// To ask is to write: what others work on must not look as if it was taken just now.
		const written = busy.flatMap(this.noted).map((name) => takenIn(name, now));
		await this.list.forget(written.filter((mark) => !isKnown(mark)));

		const confirmed = await claim.confirm([...fresh, ...left].map(({ id }) => id));
		const ofIds = (ids: string[]) => ids.map((id) => byId.get(id) as Thing);
		return {
			// What is unsure is rather had twice than never.
			ours: ofIds([...confirmed.ours, ...confirmed.unsure]),
			busy: [...busy, ...ofIds(confirmed.lost)],
			finished,
		};
	}

	/** The slots in which a thing that was taken counts as worked on, the current one first. */
	private slots(): [number, ...number[]] {
		const now = Math.floor((Date.now() * SLOTS) / this.settings.leftBehindAfterMs);
		return [now, ...Array.from({ length: SLOTS - 1 }, (_, n) => now - 1 - n)];
	}
}
