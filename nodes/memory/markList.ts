import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { chunk } from '../../gateway/lists';

/** Two executions that write the first mark of a list collide; a retry finds the row. */
const TRIES = 4;
const MAX_PAUSE_MS = 60;
/** n8n searches its whole list for each mark it removes. Small calls are short, so they undo fewer writes of others. */
const REMOVED_AT_ONCE = 500;
/** 5.4 MB, which n8n writes in about a fifth of a second. Beyond that, n8n forgets the oldest marks. */
export const MAX_MARKS = 200_000;
/** How long a mark must last until no write of another process can undo it. */
const LASTING_MS = 1000;

/** The part of a context that a list keeps: a whole context would keep its execution in memory. */
type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/** Chooses marks to remove again at once, given the marks of a request that were there before. */
export type Undo = (known: Set<string>) => string[];

interface Request {
	kind: 'record' | 'forget';
	marks: string[];
	undo?: Undo | undefined;
	resolve: (recorded: Recorded) => void;
	reject: (error: unknown) => void;
}

export interface Recorded {
	/** The marks that were there before. */
	known: Set<string>;
	/** How long n8n took to read its list and write it back, in milliseconds. Writes of others in this time are lost. */
	took: number;
}

/**
 * A list of marks (short texts) in n8n's database: the only lasting memory that n8n gives a node. n8n can add marks, tell
 * which of them were there before, and remove marks. Each call reads the whole list and writes it back without a lock: marks
 * that another process writes in between are lost. So this process makes one call at a time, and requests that come
 * meanwhile share the next one; and where other processes write the list, too, `keep` records marks until they last.
 */
export class MarkList {
	private readonly queue: Request[] = [];
	private isBusy = false;
	private readonly unsure = new Set<string>();
	private isKeeping = false;

	private constructor(private readonly scope: 'workflow' | 'node') {}
	private helpers!: Helpers;

	/**
	 * The one object for a list, which all executions share.
	 * @param scope the list of the node, which nothing else writes to, or the list of all nodes of the workflow
	 */
	static of(context: IExecuteFunctions, scope: 'workflow' | 'node'): MarkList {
		const node = scope === 'node' ? context.getNode().id : '';
		const key = JSON.stringify([context.getWorkflow().id, node]);
		const list = LISTS.get(key) ?? new MarkList(scope);
		const { checkProcessedAndRecord, removeProcessed } = context.helpers;
		list.helpers = { checkProcessedAndRecord, removeProcessed };
		LISTS.set(key, list);
		return list;
	}

	/** Records marks. Returns those that were there before. Nobody in this process sees the marks that `undo` takes back. */
	async record(marks: string[], undo?: Undo): Promise<Recorded> {
		return await this.request('record', marks, undo);
	}

	/** Looks marks up. n8n can only do that by adding them. */
	async find(marks: string[]): Promise<Set<string>> {
		return (await this.record(marks, (known) => marks.filter((mark) => !known.has(mark)))).known;
	}

	async forget(marks: string[]): Promise<void> {
		for (const mark of marks) this.unsure.delete(mark);
		await this.request('forget', marks);
	}

	/** Records marks again in the background until none of them is undone by another process. */
	keep(marks: string[]): void {
		for (const mark of marks) this.unsure.add(mark);
		if (!this.isKeeping) void this.keepAll();
	}

	private async keepAll(): Promise<void> {
		this.isKeeping = true;
		while (this.unsure.size > 0) {
			const old = [...this.unsure];
			await sleep(LASTING_MS);
			const marks = old.filter((mark) => this.unsure.has(mark));
			const recorded = await this.record(marks).catch(() => undefined);
			for (const mark of recorded?.known ?? []) this.unsure.delete(mark);
		}
		this.isKeeping = false;
	}

	private async request(kind: Request['kind'], marks: string[], undo?: Undo): Promise<Recorded> {
		if (marks.length === 0) return { known: new Set(), took: 0 };
		return await new Promise((resolve, reject) => {
			this.queue.push({ kind, marks, undo, resolve, reject });
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

	/** Answers requests in one call, as if they had come one after the other. */
	private async answer(batch: Request[]): Promise<void> {
		const recording = batch.filter(({ kind }) => kind === 'record');
		const { known: before, took } = await this.add(recording);
		const kept = new Set(before);
		const undone = new Set<string>();
		const answers = batch.map(({ kind, marks, undo }) => {
			const known = new Set(marks.filter((mark) => kept.has(mark)));
			if (kind === 'record') {
				const back = new Set(undo?.(known));
				for (const mark of marks) (back.has(mark) ? undone : kept).add(mark);
			}
			return { known, took };
		});
		const forgotten = batch.flatMap(({ kind, marks }) => (kind === 'forget' ? marks : []));
		await this.remove([
			...[...undone].filter((mark) => !kept.has(mark)),
			...forgotten.filter((mark) => before.has(mark) || !kept.has(mark)),
		]);
		batch.forEach(({ resolve }, n) => resolve(answers[n] ?? { known: new Set(), took }));
	}

	private async add(requests: Request[]): Promise<Recorded> {
		const marks = [...new Set(requests.flatMap((request) => request.marks))];
		if (marks.length === 0) return { known: new Set(), took: 0 };
		// What is removed again at once must push nothing out.
		const undoable = requests.flatMap((request) => (request.undo ? request.marks : []));
		const maxEntries = MAX_MARKS + undoable.length;
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
				await sleep(Math.random() * MAX_PAUSE_MS * tries);
			}
		}
	}

	private async remove(marks: string[]): Promise<void> {
		for (const some of chunk(marks, REMOVED_AT_ONCE)) {
			await this.helpers.removeProcessed(some, this.scope, { mode: 'entries' });
		}
	}
}

const LISTS = new Map<string, MarkList>();
