import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { chunk } from '../../gateway/values/lists';

/**
 * If two executions write a list's first mark, one fails; its retry finds the list. Any other error may come after the write,
 * and a retry would take our own marks for another execution's.
 */
const hasStoredNothing = ({ message }: Error) => /unique|duplicate|busy|locked/i.test(message);
const TRIES = 4;
const MAX_PAUSE_MS = 60;
/**
 * n8n searches its whole list for each mark that it removes: 2 ms in a full list, during which it does nothing else. Short calls
 * also undo fewer writes of others.
 */
const REMOVED_AT_ONCE = 100;
/** 5.4 MB, which n8n writes in about 0.2 s. Beyond that, n8n drops the oldest marks. */
export const MAX_MARKS = 200_000;
/** Milliseconds after which no other process can undo a mark any more. */
const LASTING_MS = 1000;

interface Recording {
	/** Marks to look up besides. n8n can do this only by adding them, so they are removed again. */
	find?: string[];
	/** Whether other processes write this list too. They may undo a write, so we record the marks again until they stay. */
	isShared?: boolean;
}

/**
 * A list of marks (short texts) in n8n's database: the only permanent memory that n8n gives a node. n8n can add marks, say
 * which existed before, and remove marks. Each call reads and writes the whole list without a lock, so marks that another
 * process writes meanwhile are lost. This process therefore makes one call at a time, and the next call records all marks that
 * arrived meanwhile.
 */
export class MarkList {
	private requests: Array<{ marks: string[]; find: string[] }> = [];
	private recording: Promise<Array<Set<string>>> = Promise.resolve([]);
	/** Resolves when all calls so far have ended. */
	private last: Promise<unknown> = Promise.resolve();
	/** Marks that another process may still undo. */
	private readonly unsure = new Set<string>();

	private constructor(private readonly scope: 'workflow' | 'node') {}
	/** The whole context would keep its execution in memory. */
	private helpers!: Pick<
		IExecuteFunctions['helpers'],
		'checkProcessedAndRecord' | 'removeProcessed'
	>;

	/**
	 * The object of a list, shared by all executions.
	 * @param scope the node's list, which nothing else writes to, or the list of all nodes of the workflow
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

	/** Records marks. Returns those that existed before. */
	async record(
		marks: string[],
		{ find = [], isShared = false }: Recording = {},
	): Promise<Set<string>> {
		if (marks.length + find.length === 0) return new Set();
		const place = this.requests.push({ marks, find }) - 1;
		if (place === 0) this.recording = this.inTurn(async () => await this.recordAll());
		const known = (await this.recording)[place] ?? new Set();
		if (isShared) {
			const isKeeping = this.unsure.size > 0;
			for (const mark of marks) this.unsure.add(mark);
			if (!isKeeping) void this.keepAll();
		}
		return known;
	}

	async find(marks: string[]): Promise<Set<string>> {
		return await this.record([], { find: marks });
	}

	async forget(marks: string[]): Promise<void> {
		if (marks.length > 0) await this.inTurn(async () => await this.remove(marks));
	}

	/** Records unsure marks again until no other process has undone any. */
	private async keepAll(): Promise<void> {
		while (this.unsure.size > 0) {
			const marks = [...this.unsure];
			await sleep(LASTING_MS);
			const known = await this.record(marks).catch(() => []);
			for (const mark of known) this.unsure.delete(mark);
		}
	}

	/** Makes a call after all earlier ones. */
	private async inTurn<T>(call: () => Promise<T>): Promise<T> {
		const ended = this.last.then(call);
		this.last = ended.catch(() => undefined);
		return await ended;
	}

	/** Records the marks of all requests in one call. The results are as if the requests came one by one. */
	private async recordAll(): Promise<Array<Set<string>>> {
		const requests = this.requests.splice(0);
		const all = [...new Set(requests.flatMap(({ marks, find }) => [...marks, ...find]))];
		const known = await this.add(all);
		const had = requests.map(({ marks, find }) => {
			const own = new Set([...marks, ...find].filter((mark) => known.has(mark)));
			for (const mark of marks) known.add(mark);
			return own;
		});
		await this.remove(all.filter((mark) => !known.has(mark)));
		return had;
	}

	private async add(marks: string[]): Promise<Set<string>> {
		// Temporary marks must not push older ones out.
		const options = { mode: 'entries', maxEntries: MAX_MARKS + marks.length } as const;
		const { helpers, scope } = this;
		const record = async () => await helpers.checkProcessedAndRecord(marks, scope, options);
		const { processed } = await repeated(record, hasStoredNothing);
		return new Set(processed.map(String));
	}

	/** A retry removes nothing that an earlier call has removed: another process may have recorded it since. */
	private async remove(marks: string[]): Promise<void> {
		const { helpers, scope } = this;
		for (const some of chunk(marks, REMOVED_AT_ONCE)) {
			await repeated(
				async () => await helpers.removeProcessed(some, scope, { mode: 'entries' }),
				() => true,
			);
		}
	}
}

/** Repeats a call that fails, with pauses; the error of the last try is raised. */
async function repeated<T>(call: () => Promise<T>, helps: (error: Error) => boolean): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await call();
		} catch (error) {
			if (tries === TRIES || !helps(error as Error)) return await Promise.reject(error as Error);
			await sleep(Math.random() * MAX_PAUSE_MS * tries);
		}
	}
}

const LISTS = new Map<string, MarkList>();
