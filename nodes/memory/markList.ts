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

/** All that is needed of a context: the rest would keep whole executions in memory. */
type Helpers = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/** Whose list it is: that of a node, which nothing else writes to, or that of all nodes of a workflow. */
export type Scope = 'workflow' | 'node';

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

/**
 * A list of marks in n8n's database. n8n reads, changes and writes it as a whole and without a lock, so this process asks for
 * one thing at a time, and for everything that waits at once. Against what other processes write meanwhile see `Memory`.
 */
export class MarkList {
	private readonly waiting: Request[] = [];
	private isBusy = false;
	/** Marks of each hour, the oldest first; those that were there before this process count from its first look. */
	private readonly hours: Array<{ hour: number; marks: number }> = [];

	private constructor(
		private helpers: Helpers,
		private readonly scope: Scope,
		private keepMs: number,
	) {}

	/**
	 * One object for each list, whichever execution asks.
	 * @param keepMs after which time n8n may forget a mark, in milliseconds; Infinity where other processes write, too, whose
	 * marks this one cannot tell from old ones
	 */
	static of(context: IExecuteFunctions, scope: Scope, keepMs: number): MarkList {
		const key = JSON.stringify([
			context.getWorkflow().id,
			scope === 'node' ? context.getNode().id : '',
		]);
		const { checkProcessedAndRecord, removeProcessed, getProcessedDataCount } = context.helpers;
		const helpers = { checkProcessedAndRecord, removeProcessed, getProcessedDataCount };
		const list = LISTS.get(key) ?? new MarkList(helpers, scope, keepMs);
		list.helpers = helpers;
		list.keepMs = keepMs;
		LISTS.set(key, list);
		return list;
	}

	/** Whether there were marks when this process looked for the first time. */
	async hadMarks(): Promise<boolean> {
		this.firstCount ??= this.helpers
			.getProcessedDataCount(this.scope, { mode: 'entries' })
			.then((marks) => {
				this.hours.unshift({ hour: Math.floor(Date.now() / HOUR_MS), marks });
				return marks > 0;
			});
		this.firstCount.catch(() => (this.firstCount = undefined));
		return await this.firstCount;
	}
	private firstCount: Promise<boolean> | undefined;

	/** Notes marks down and tells which were known before. */
	async record(marks: string[]): Promise<Recorded> {
		return await this.ask('record', marks);
	}

	/**
	 * Tells which marks are known. n8n can only note down what it is asked about, so it is made to forget again before anybody
	 * else of this process asks.
	 */
	async peek(marks: string[]): Promise<Set<string>> {
		return (await this.ask('peek', marks)).known;
	}

	async forget(marks: string[]): Promise<void> {
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
		while (this.waiting[0] !== undefined) {
			const { kind } = this.waiting[0];
			const other = this.waiting.findIndex((request) => request.kind !== kind);
			const together = this.waiting.splice(0, other === -1 ? Infinity : other);
			try {
				await this.answer(kind, together);
			} catch (error) {
				for (const { reject } of together) reject(error);
			}
		}
		this.isBusy = false;
	}

	private async answer(kind: Request['kind'], requests: Request[]): Promise<void> {
		const marks = [...new Set(requests.flatMap((request) => request.marks))];
		if (this.keepMs < Infinity) await this.hadMarks();
		const { known, took } =
			kind === 'forget' ? { known: new Set<string>(), took: 0 } : await this.recordOnce(marks);
		if (kind === 'record') this.count(marks.length - known.size);
		else await this.forgetAll(marks.filter((mark) => !known.has(mark)));
		for (const request of requests) {
			request.resolve({ known: new Set(request.marks.filter((mark) => known.has(mark))), took });
			// Whoever asked first was told; to the others of the same round it is known now.
			if (kind === 'record') for (const mark of request.marks) known.add(mark);
		}
	}

	private async recordOnce(marks: string[]): Promise<Recorded> {
		for (let tries = 1; ; tries++) {
			const begin = performance.now();
			try {
				const { processed } = await this.helpers.checkProcessedAndRecord(marks, this.scope, {
					mode: 'entries',
					maxEntries: this.maxMarks(marks.length),
				});
				return { known: new Set(processed.map(String)), took: performance.now() - begin };
			} catch (error) {
				if (tries === TRIES) return await Promise.reject(error as Error);
				await sleep(Math.random() * LONGEST_PAUSE_MS * tries);
			}
		}
	}

	private async forgetAll(marks: string[]): Promise<void> {
		for (const some of chunk(marks, REMOVED_AT_ONCE)) {
			await this.helpers.removeProcessed(some, this.scope, { mode: 'entries' });
		}
	}

	private count(marks: number): void {
		const hour = Math.floor(Date.now() / HOUR_MS);
		const latest = this.hours.at(-1);
		if (latest?.hour === hour) latest.marks += marks;
		else this.hours.push({ hour, marks });
	}

	/** How many marks are young enough to be kept. */
	private maxMarks(added: number): number {
		const oldest = Math.floor((Date.now() - this.keepMs) / HOUR_MS);
		while ((this.hours[0]?.hour ?? Infinity) < oldest) this.hours.shift();
		const young = this.hours.reduce((sum, { marks }) => sum + marks, added);
		return this.keepMs < Infinity ? Math.min(young, MOST_MARKS) : MOST_MARKS;
	}
}

const LISTS = new Map<string, MarkList>();
