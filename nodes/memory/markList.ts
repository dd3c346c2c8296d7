import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { chunk } from '../../gateway/lists';

/** Two executions that write the very first mark collide; the second try finds the row. */
const TRIES = 4;
const LONGEST_PAUSE_MS = 60;
/** n8n goes through its whole list for each mark it removes: the longer that takes, the more others write over. */
const REMOVED_AT_ONCE = 500;
/** 5.4 MB, which n8n writes in about a fifth of a second. The oldest marks above it are forgotten. */
const MOST_MARKS = 200_000;
const HOUR_MS = 3_600_000;
/** After this time a mark is noted again where others may have written over it. */
const AGAIN_MS = 1000;

/** All that is needed of a context: the rest would keep whole executions in memory. */
type Helpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

interface Request {
	kind: 'record' | 'peek' | 'forget';
	marks: string[];
	resolve: (recorded: Recorded) => void;
	reject: (error: unknown) => void;
}

export interface Recorded {
	/** The marks that were there before. */
	known: Set<string>;
	/** Milliseconds from before n8n read its list until it had written it. What others wrote meanwhile is lost. */
	took: number;
}

/** Stands beside a mark that is only asked about. */
const asked = (mark: string) => `?|${mark}`;
const withAsked = (mark: string) => [mark, asked(mark)];

/**
 * A list of marks in n8n's database, all that n8n gives a node to remember. n8n reads, changes and writes it as a whole and
 * without a lock, and it can only add marks, while it tells which were there, and remove them. Therefore:
 * - This process asks for one thing at a time, and for everything that waits at once.
 * - Where other processes write as well, a mark is noted until it is seen to be there a second later (`note`). Whoever has to
 *   be the only one takes care of that itself: see `KeyMemory`.
 * - To ask is to write: what is only asked about goes with a mark beside it, and both are removed. When one stays behind,
 *   since n8n was killed or another process wrote over the removal, the mark beside it says so (`peek`).
 * - Marks are forgotten after a time where this process alone writes, and by their number elsewhere.
 */
export class MarkList {
	private readonly waiting: Request[] = [];
	private isBusy = false;
	/** Noted, and not yet seen to be there since. */
	private readonly noted = new Set<string>();
	private firstCount: Promise<number> | undefined;
	/** How many marks were ever noted, at the beginning of each hour, the oldest first. */
	private readonly hours: Array<{ at: number; marks: number }> = [];
	private marks = 0;

	private constructor(private readonly scope: 'workflow' | 'node') {}
	private helpers!: Helpers;
	private keepMs = Infinity;

	/**
	 * One object for each list, whichever execution asks.
	 * @param scope whose list it is: that of a node, which nothing else writes to, or that of all nodes of a workflow
	 * @param keepMs after which time n8n may forget a mark, in milliseconds; Infinity where other processes write, too, whose
	 * marks this one cannot tell from old ones
	 */
	static of(context: IExecuteFunctions, scope: 'workflow' | 'node', keepMs = Infinity): MarkList {
		const node = scope === 'node' ? context.getNode().id : '';
		const key = JSON.stringify([context.getWorkflow().id, node]);
		const list = LISTS.get(key) ?? new MarkList(scope);
		const { checkProcessedAndRecord, removeProcessed, getProcessedDataCount } = context.helpers;
		list.helpers = { checkProcessedAndRecord, removeProcessed, getProcessedDataCount };
		list.keepMs = keepMs;
		LISTS.set(key, list);
		return list;
	}

	async isEmpty(): Promise<boolean> {
		return (await this.helpers.getProcessedDataCount(this.scope, { mode: 'entries' })) === 0;
	}

	/** How many marks there were when this process looked for the first time. */
	async countAtFirst(): Promise<number> {
		this.firstCount ??= this.helpers.getProcessedDataCount(this.scope, { mode: 'entries' });
		this.firstCount.catch(() => (this.firstCount = undefined));
		return await this.firstCount;
	}

	/** Notes marks down and tells which were known before. */
	async record(marks: string[]): Promise<Recorded> {
		return await this.ask('record', marks);
	}

	/** Notes marks down where others write, too. Nobody waits until they are seen to be there a second later. */
	async note(marks: string[]): Promise<Set<string>> {
		for (const mark of marks) this.noted.add(mark);
		const { known } = await this.record(marks);
		this.noteAgain(marks).catch(() => undefined);
		return known;
	}

	private async noteAgain(marks: string[]): Promise<void> {
		for (let open = marks; open.length > 0; ) {
			await sleep(AGAIN_MS);
			const { known } = await this.record(open.filter((mark) => this.noted.has(mark)));
			for (const mark of known) this.noted.delete(mark);
			open = open.filter((mark) => this.noted.has(mark));
		}
	}

	/** Tells which marks are known, and which are in doubt: somebody is asking about them, too, or was killed while asking. */
	async peek(marks: string[]): Promise<{ known: Set<string>; doubtful: Set<string> }> {
		const { known: found } = await this.ask('peek', marks);
		const isDoubtful = (mark: string) => found.has(asked(mark));
		const there = marks.filter((mark) => found.has(mark));
		return {
			known: new Set(there.filter((mark) => !isDoubtful(mark))),
			doubtful: new Set(there.filter(isDoubtful)),
		};
	}

	async forget(marks: string[]): Promise<void> {
		for (const mark of marks) this.noted.delete(mark);
		await this.ask('forget', marks);
	}

	private async ask(kind: Request['kind'], marks: string[]): Promise<Recorded> {
		if (marks.length === 0) return { known: new Set(), took: 0 };
		return await new Promise((resolve, reject) => {
			this.waiting.push({ kind, marks, resolve, reject });
			if (!this.isBusy) void this.work();
		});
	}

	private async work(): Promise<void> {
		this.isBusy = true;
		for (let round = this.waiting.splice(0); round.length > 0; round = this.waiting.splice(0)) {
			try {
				await this.answer(round);
			} catch (error) {
				for (const { reject } of round) reject(error);
			}
		}
		this.isBusy = false;
	}

	private async answer(round: Request[]): Promise<void> {
		const marksOf = (kind: Request['kind']) =>
			round.flatMap((request) => (request.kind === kind ? request.marks : []));
		const [recorded, peeked] = [new Set(marksOf('record')), marksOf('peek')];
		const { known, took } = await this.add([...recorded, ...peeked.flatMap(withAsked)]);
		const before = new Set(known);
		this.marks += [...recorded].filter((mark) => !before.has(mark)).length;
		const isLeft = (mark: string) => recorded.has(mark) || before.has(mark);
		const temporary = peeked.flatMap((mark) => [...(isLeft(mark) ? [] : [mark]), asked(mark)]);
		await this.remove([
			...temporary,
			...marksOf('forget').filter((mark) => before.has(mark) || !recorded.has(mark)),
		]);
		for (const { kind, marks, resolve } of round) {
			const own = kind === 'peek' ? marks.flatMap(withAsked) : marks;
			resolve({ known: new Set(own.filter((mark) => known.has(mark))), took });
			// Whoever asked first was told; to the others of the same round it is known now.
			if (kind === 'record') for (const mark of marks) known.add(mark);
		}
	}

	private async add(marks: string[]): Promise<Recorded> {
		if (marks.length === 0) return { known: new Set(), took: 0 };
		const maxEntries = await this.mostMarks(marks.length);
		for (let tries = 1; ; tries++) {
			const begin = performance.now();
			try {
				const { processed } = await this.helpers.checkProcessedAndRecord(marks, this.scope, {
					mode: 'entries',
					maxEntries,
				});
				return { known: new Set(processed.map(String)), took: performance.now() - begin };
			} catch (error) {
				if (tries === TRIES) return await Promise.reject(error as Error);
				await sleep(Math.random() * LONGEST_PAUSE_MS * tries);
			}
		}
	}

	private async remove(marks: string[]): Promise<void> {
		for (const some of chunk(marks, REMOVED_AT_ONCE)) {
			await this.helpers.removeProcessed(some, this.scope, { mode: 'entries' });
		}
	}

	/** How many marks are young enough to be kept. */
	private async mostMarks(added: number): Promise<number> {
		if (this.keepMs === Infinity) return MOST_MARKS;
		const { hours } = this;
		if (hours.length === 0) this.marks += await this.countAtFirst();
		const now = Date.now();
		if (now - (hours.at(-1)?.at ?? 0) >= HOUR_MS) hours.push({ at: now, marks: this.marks });
		while ((hours[1]?.at ?? now) < now - this.keepMs) hours.shift();
		const [oldest] = hours;
		const old = oldest && oldest.at < now - this.keepMs ? oldest.marks : 0;
		return Math.min(this.marks - old + added, MOST_MARKS);
	}
}

const LISTS = new Map<string, MarkList>();
