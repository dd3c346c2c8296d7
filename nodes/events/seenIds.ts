import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

type Helpers = IExecuteFunctions['helpers'];

/** Two executions that are the very first to write can collide; the second try finds the row. */
const TRIES = 4;
const LONGEST_PAUSE = 60;

interface Request {
	kind: 'record' | 'forget' | 'peek';
	ids: string[];
	resolve: (known: Set<string>) => void;
	reject: (error: unknown) => void;
}

/**
 * The ids a workflow has seen, in n8n's database, so that both triggers, every later execution and a restarted n8n know
 * them. n8n reads, changes and writes its list without a lock: two executions at a time would each lose what the other
 * has written. So this process asks for one thing at a time, and for everything that waits at once.
 */
export class SeenIds {
	private waiting: Request[] = [];
	private busy = false;

	constructor(
		private helpers: Helpers,
		private maxIds: number,
	) {}

	/** Every workflow has one list, whichever trigger and execution asks. */
	static of(workflowId: string, helpers: Helpers, maxIds: number): SeenIds {
		const seen = LISTS.get(workflowId) ?? new SeenIds(helpers, maxIds);
		seen.helpers = helpers;
		seen.maxIds = maxIds;
		LISTS.set(workflowId, seen);
		return seen;
	}

	/** Notes all of them down and tells which were known before. */
	async record(ids: string[]): Promise<Set<string>> {
		return await this.ask('record', ids);
	}

	/** Tells which are known. n8n can only note down what it is asked about, so it is made to forget again. */
	async peek(ids: string[]): Promise<Set<string>> {
		return await this.ask('peek', ids);
	}

	async forget(ids: string[]): Promise<void> {
		await this.ask('forget', ids);
	}

	private async ask(kind: Request['kind'], ids: string[]): Promise<Set<string>> {
		if (ids.length === 0) return new Set();
		return await new Promise((resolve, reject) => {
			this.waiting.push({ kind, ids, resolve, reject });
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
		const asked = [...new Set(requests.flatMap(({ ids }) => ids))];
		try {
			const known = kind === 'forget' ? new Set<string>() : await this.recordAll(asked);
			if (kind !== 'record') await this.forgetAll(asked.filter((id) => !known.has(id)));
			for (const { ids, resolve } of requests) {
				resolve(new Set(ids.filter((id) => known.has(id))));
				// Whoever asked first was told; to the others of the same round it is known now.
				if (kind === 'record') for (const id of ids) known.add(id);
			}
		} catch (error) {
			for (const { reject } of requests) reject(error);
		}
	}

	private async forgetAll(ids: string[]): Promise<void> {
		await this.helpers.removeProcessed(ids, 'workflow', { mode: 'entries' });
	}

	private async recordAll(ids: string[]): Promise<Set<string>> {
		for (let tries = 1; ; tries++) {
			try {
				const { processed } = await this.helpers.checkProcessedAndRecord(ids, 'workflow', {
					mode: 'entries',
					maxEntries: this.maxIds,
				});
				return new Set(processed.map(String));
			} catch (error) {
				if (tries === TRIES) return await Promise.reject(error as Error);
				await sleep(Math.random() * LONGEST_PAUSE * tries);
			}
		}
	}
}

const LISTS = new Map<string, SeenIds>();
