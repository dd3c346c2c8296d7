import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { chunk } from '../../gateway/lists';

/** Two executions that write the first mark of a list collide; a retry finds the row. */
const TRIES = 4;
const LONGEST_PAUSE_MS = 60;
/** n8n searches its whole list for each mark it removes. Small calls are short, so they undo fewer writes of others. */
const REMOVED_AT_ONCE = 500;
/** 5.4 MB, which n8n writes in about a fifth of a second. Beyond that, n8n forgets the oldest marks. */
const MOST_MARKS = 200_000;
const HOUR_MS = 3_600_000;
/** How long `note` waits until it records a mark again. */
const AGAIN_MS = 1000;

/** The part of a context that a list keeps: a whole context would keep its execution in memory. */
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
	/** How long n8n took to read its list and write it back, in milliseconds. Writes of others in this time are lost. */
	took: number;
}

/** Is recorded beside a mark that is only looked up. */
const lookUpOf = (mark: string) => `?|${mark}`;
const withLookUp = (mark: string) => [mark, lookUpOf(mark)];

/**
 * A list of marks (short texts) in n8n's database: the only lasting memory that n8n gives a node. n8n can add marks, and
 * tell which of them were there before; and it can remove marks. Each call reads the whole list and writes it back without
 * a lock: marks that another process writes in between are lost. Therefore:
 * - This process makes one call at a time. Requests that come meanwhile share the next call.
 * - Where other processes write the list, too, `note` records a mark again until it has lasted a second. This does not keep
 *   two processes from recording the same mark at once: see `KeyMemory` for a claim that only one can win.
 * - A look-up has to add a mark and remove it again. A second mark beside it says so: if both stay behind, because n8n was
 *   killed or another process undid the removal, the first one counts as doubtful (`peek`).
 * - Where this process alone writes the list, marks are forgotten by age (`keepMs`), elsewhere by number (`MOST_MARKS`).
 */
export class MarkList {
	private readonly queue: Request[] = [];
	private isBusy = false;
	/** Marks of `note` that may not have lasted yet. */
	private readonly noted = new Set<string>();
	private firstCount: Promise<number> | undefined;
	/** Marks that were ever recorded. */
	private total = 0;
	/** The total at the beginning of each hour, the oldest first. */
	private readonly hours: Array<{ at: number; total: number }> = [];

	private constructor(private readonly scope: 'workflow' | 'node') {}
	private helpers!: Helpers;
	private keepMs = Infinity;

	/**
	 * The one object for a list, which all executions share.
	 * @param scope the list of the node, which nothing else writes to, or the list of all nodes of the workflow
	 * @param keepMs how long n8n must remember a mark, in milliseconds; Infinity where other processes write, too, because
	 * this one does not know the age of their marks
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

	/** The number of marks when this process first counted. */
	async countAtFirst(): Promise<number> {
		this.firstCount ??= this.helpers.getProcessedDataCount(this.scope, { mode: 'entries' });
		this.firstCount.catch(() => (this.firstCount = undefined));
		return await this.firstCount;
	}

	/** Records marks. Returns those that were there before. */
	async record(marks: string[]): Promise<Recorded> {
		return await this.request('record', marks);
	}

	/** Records marks where other processes write, too. Repeats it in the background until each mark has lasted a second. */
	async note(marks: string[]): Promise<Set<string>> {
		for (const mark of marks) this.noted.add(mark);
		const { known } = await this.record(marks);
		this.noteUntilLasting(marks).catch(() => undefined);
		return known;
	}

	private async noteUntilLasting(marks: string[]): Promise<void> {
		for (let open = marks; open.length > 0; ) {
			await sleep(AGAIN_MS);
			const { known } = await this.record(open.filter((mark) => this.noted.has(mark)));
			for (const mark of known) this.noted.delete(mark);
			open = open.filter((mark) => this.noted.has(mark));
		}
	}

	/** Looks marks up. One is doubtful if another process is looking it up, too, or was killed in a look-up. */
	async peek(marks: string[]): Promise<{ known: Set<string>; doubtful: Set<string> }> {
		const { known: found } = await this.request('peek', marks);
		const isDoubtful = (mark: string) => found.has(lookUpOf(mark));
		const there = marks.filter((mark) => found.has(mark));
		return {
			known: new Set(there.filter((mark) => !isDoubtful(mark))),
			doubtful: new Set(there.filter(isDoubtful)),
		};
	}

	async forget(marks: string[]): Promise<void> {
		for (const mark of marks) this.noted.delete(mark);
		await this.request('forget', marks);
	}

	private async request(kind: Request['kind'], marks: string[]): Promise<Recorded> {
		if (marks.length === 0) return { known: new Set(), took: 0 };
		return await new Promise((resolve, reject) => {
			this.queue.push({ kind, marks, resolve, reject });
			if (!this.isBusy) void this.runQueue();
		});
	}

	private async runQueue(): Promise<void> {
		this.isBusy = true;
		for (let batch = this.queue.splice(0); batch.length > 0; batch = this.queue.splice(0)) {
			try {
				await this.answer(batch);
			} catch (error) {
				for (const { reject } of batch) reject(error);
			}
		}
		this.isBusy = false;
	}

	private async answer(batch: Request[]): Promise<void> {
		const marksOf = (kind: Request['kind']) =>
			batch.flatMap((request) => (request.kind === kind ? request.marks : []));
		const [recorded, peeked] = [new Set(marksOf('record')), marksOf('peek')];
		const { known, took } = await this.add([...recorded, ...peeked.flatMap(withLookUp)]);
		const before = new Set(known);
		this.total += [...recorded].filter((mark) => !before.has(mark)).length;
		const stays = (mark: string) => recorded.has(mark) || before.has(mark);
		const temporary = peeked.flatMap((mark) => [...(stays(mark) ? [] : [mark]), lookUpOf(mark)]);
		await this.remove([
			...temporary,
			...marksOf('forget').filter((mark) => before.has(mark) || !recorded.has(mark)),
		]);
		for (const { kind, marks, resolve } of batch) {
			const own = kind === 'peek' ? marks.flatMap(withLookUp) : marks;
			resolve({ known: new Set(own.filter((mark) => known.has(mark))), took });
			// If several requests of the batch record a mark, it is new to the first one only.
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

	/** The number of marks that n8n has to keep: those younger than `keepMs`, but not more than `MOST_MARKS`. */
	private async mostMarks(added: number): Promise<number> {
		if (this.keepMs === Infinity) return MOST_MARKS;
		const { hours } = this;
		if (hours.length === 0) this.total += await this.countAtFirst();
		const now = Date.now();
		if (now - (hours.at(-1)?.at ?? 0) >= HOUR_MS) hours.push({ at: now, total: this.total });
		while ((hours[1]?.at ?? now) < now - this.keepMs) hours.shift();
		const [oldest] = hours;
		const old = oldest && oldest.at < now - this.keepMs ? oldest.total : 0;
		return Math.min(this.total - old + added, MOST_MARKS);
	}
}

const LISTS = new Map<string, MarkList>();
