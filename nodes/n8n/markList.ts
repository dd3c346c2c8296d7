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
const MAX_MARKS = 200_000;

/**
 * A list of marks (short texts) in n8n's database: the only permanent memory that n8n gives a node. n8n can add marks, say
 * which existed before, and remove marks. Each call reads and writes the whole list without a lock, so marks that another
 * process writes meanwhile are lost (2.41.1, `deduplication-helper.ts`). This process therefore makes one call at a time, and the next
 * call records all marks that arrived meanwhile. If n8n keeps them in another way, keys that were used are free again.
 */
export class MarkList {
	private requests: Array<{ marks: string[]; isKept: boolean }> = [];
	private recording: Promise<Array<Set<string>>> = Promise.resolve([]);
	/** Resolves when all calls so far have ended. */
	private last: Promise<unknown> = Promise.resolve();
	/** The whole context would keep its execution in memory. */
	private helpers!: Pick<
		IExecuteFunctions['helpers'],
		'checkProcessedAndRecord' | 'removeProcessed'
	>;

	/** The node's list, which nothing else writes to: one object for all executions. */
	static of(context: IExecuteFunctions): MarkList {
		const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
		const list = LISTS.get(key) ?? new MarkList();
		const { checkProcessedAndRecord, removeProcessed } = context.helpers;
		list.helpers = { checkProcessedAndRecord, removeProcessed };
		LISTS.set(key, list);
		return list;
	}

	/** Records marks. Returns those that existed before. */
	async record(marks: string[], isKept = true): Promise<Set<string>> {
		if (marks.length === 0) return new Set();
		const place = this.requests.push({ marks, isKept }) - 1;
		if (place === 0) this.recording = this.inTurn(async () => await this.recordAll());
		return (await this.recording)[place] ?? new Set();
	}

	/** n8n can look marks up only by adding them, so they are removed again. */
	async find(marks: string[]): Promise<Set<string>> {
		return await this.record(marks, false);
	}

	async forget(marks: string[]): Promise<void> {
		if (marks.length > 0) await this.inTurn(async () => await this.remove(marks));
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
		const all = [...new Set(requests.flatMap(({ marks }) => marks))];
		const known = await this.add(all);
		const had = requests.map(({ marks, isKept }) => {
			const own = new Set(marks.filter((mark) => known.has(mark)));
			if (isKept) for (const mark of marks) known.add(mark);
			return own;
		});
		await this.remove(all.filter((mark) => !known.has(mark)));
		return had;
	}

	private async add(marks: string[]): Promise<Set<string>> {
		// Temporary marks must not push older ones out.
		const options = { mode: 'entries', maxEntries: MAX_MARKS + marks.length } as const;
		const { helpers } = this;
		const record = async () => await helpers.checkProcessedAndRecord(marks, 'node', options);
		const { processed } = await repeated(record, hasStoredNothing);
		return new Set(processed.map(String));
	}

	/** A retry removes nothing that an earlier call has removed: another process may have recorded it since. */
	private async remove(marks: string[]): Promise<void> {
		const { helpers } = this;
		for (const some of chunk(marks, REMOVED_AT_ONCE)) {
			await repeated(
				async () => await helpers.removeProcessed(some, 'node', { mode: 'entries' }),
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
