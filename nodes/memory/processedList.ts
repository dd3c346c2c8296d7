import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { chunk } from '../../gateway/chunk';

/** Two executions that are the very first to write can collide; the second try finds the row. */
const TRIES = 4;
const LONGEST_PAUSE = 60;
/** n8n goes through its whole list for each mark it removes: the longer that takes, the more others write over. */
const FORGOTTEN_AT_ONCE = 500;

/** All that is needed of a context: the rest would keep whole executions in memory. */
type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

interface Request {
	kind: 'record' | 'forget' | 'peek';
	marks: string[];
	resolve: (known: Set<string>) => void;
	reject: (error: unknown) => void;
}

/** Whose list it is: one for a whole workflow, and one for each of its nodes. */
export type Scope = 'workflow' | 'node';

/**
 * A list of marks in n8n's database, which every later execution, every process and a restarted n8n know. n8n reads,
 * changes and writes the whole list without a lock: two at a time would each lose what the other has written. So this
 * process asks for one thing at a time, and for everything that waits at once; what other processes do, `Claims` minds.
 */
export class ProcessedList {
	private waiting: Request[] = [];
	private busy = false;

	/** How long the slowest of the latest questions took, in milliseconds. */
	slowest = 0;

	private constructor(
		private helpers: Helpers,
		private readonly scope: Scope,
		private maxMarks: number,
	) {}

	/** Every list is one object here, whichever execution asks. The oldest marks above `maxMarks` are forgotten. */
	static of(context: IExecuteFunctions, scope: Scope, maxMarks: number): ProcessedList {
		const owner = scope === 'node' ? context.getNode().id : '';
		const key = JSON.stringify([context.getWorkflow().id, owner]);
		const { checkProcessedAndRecord, removeProcessed } = context.helpers;
		const helpers = { checkProcessedAndRecord, removeProcessed };
		const list = LISTS.get(key) ?? new ProcessedList(helpers, scope, maxMarks);
		list.helpers = helpers;
		list.maxMarks = maxMarks;
		LISTS.set(key, list);
		return list;
	}

	/** Notes all of them down and tells which were known before. */
	async record(marks: string[]): Promise<Set<string>> {
		return await this.ask('record', marks);
	}

	/** Tells which are known. n8n can only note down what it is asked about, so it is made to forget again. */
	async peek(marks: string[]): Promise<Set<string>> {
		return await this.ask('peek', marks);
	}

	async forget(marks: string[]): Promise<void> {
		await this.ask('forget', marks);
	}

	private async ask(kind: Request['kind'], marks: string[]): Promise<Set<string>> {
		if (marks.length === 0) return new Set();
		return await new Promise((resolve, reject) => {
			this.waiting.push({ kind, marks, resolve, reject });
			if (!this.busy) void this.work();
		});
	}

	private async work(): Promise<void> {
		this.busy = true;
		while (this.waiting[0] !== undefined) {
			const { kind } = this.waiting[0];
			const other = this.waiting.findIndex((request) => request.kind !== kind);
			await this.answer(kind, this.waiting.splice(0, other === -1 ? Infinity : other));
		}
		this.busy = false;
	}

	private async answer(kind: Request['kind'], requests: Request[]): Promise<void> {
		const asked = [...new Set(requests.flatMap(({ marks }) => marks))];
		try {
			const known = kind === 'forget' ? new Set<string>() : await this.recordAll(asked);
			if (kind !== 'record') await this.forgetAll(asked.filter((mark) => !known.has(mark)));
			for (const { marks, resolve } of requests) {
				resolve(new Set(marks.filter((mark) => known.has(mark))));
				// Whoever asked first was told; to the others of the same round it is known now.
				if (kind === 'record') for (const mark of marks) known.add(mark);
			}
		} catch (error) {
			for (const { reject } of requests) reject(error);
		}
	}

	private async forgetAll(marks: string[]): Promise<void> {
		for (const some of chunk(marks, FORGOTTEN_AT_ONCE)) {
			await this.timed(this.helpers.removeProcessed(some, this.scope, { mode: 'entries' }));
		}
	}

	private async recordAll(marks: string[]): Promise<Set<string>> {
		for (let tries = 1; ; tries++) {
			try {
				const { processed } = await this.timed(
					this.helpers.checkProcessedAndRecord(marks, this.scope, {
						mode: 'entries',
						maxEntries: this.maxMarks,
					}),
				);
				return new Set(processed.map(String));
			} catch (error) {
				if (tries === TRIES) return await Promise.reject(error as Error);
				await sleep(Math.random() * LONGEST_PAUSE * tries);
			}
		}
	}

	private async timed<T>(question: Promise<T>): Promise<T> {
		const begin = Date.now();
		const answer = await question;
		// Slow times pass.
		this.slowest = Math.max(Date.now() - begin, this.slowest * 0.9);
		return answer;
	}
}

const LISTS = new Map<string, ProcessedList>();
