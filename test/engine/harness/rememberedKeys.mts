import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDeduplicationOutput,
} from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * n8n's memory of processed entries with its weaknesses (2.41.1, deduplication-helper): it reads, changes and writes without a
 * lock, two first writes collide on a unique key, and beyond the limit the oldest entries are dropped.
 */
class RememberedKeys {
	private rows = new Map<string, string[]>();

	/** Milliseconds between a read and its write. */
	delay = 0;

	/** How many of the next calls fail, as a database may. */
	failures = 0;

	/** Whether recording these marks fails. */
	failsFor: (marks: string[]) => boolean = () => false;

	calls = 0;

	/** The most entries that a node or workflow had. */
	largest = 0;

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: string,
		context: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		this.calls++;
		if (this.failures-- > 0) throw new Error('UNIQUE constraint failed');
		if (this.failsFor(items.map(String))) throw new Error('The database is down');
		const key = this.keyOf(scope, context);
		const row = this.rows.get(key);
		const read = row && [...row];
		if (this.delay) await sleep(this.delay);
		const texts = items.map(String);
		const isKnown = new Set(read ?? []);
		if (!read && this.rows.has(key)) throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed');
		const written = [...(read ?? []), ...texts.filter((text) => !isKnown.has(text))];
		if (maxEntries) written.splice(0, written.length - maxEntries);
		this.rows.set(key, written);
		this.largest = Math.max(this.largest, written.length);
		return {
			new: texts.filter((text) => !isKnown.has(text)),
			processed: texts.filter((text) => isKnown.has(text)),
		};
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: string,
		context: ICheckProcessedContextData,
	): Promise<void> {
		this.calls++;
		const key = this.keyOf(scope, context);
		const read = [...(this.rows.get(key) ?? [])];
		if (this.delay) await sleep(this.delay);
		const removed = new Set(items.map(String));
		const left = read.filter((text) => !removed.has(text));
		if (this.rows.has(key)) this.rows.set(key, left);
	}

	clearAllProcessedItems(): Promise<void> {
		this.rows.clear();
		Object.assign(this, { delay: 0, failures: 0, failsFor: () => false, largest: 0 });
		return Promise.resolve();
	}

	private keyOf(scope: string, { workflow, node }: ICheckProcessedContextData) {
		return `${workflow.id} ${scope === 'node' ? node?.id : ''}`;
	}
}

/** The memory of n8n's engine, empty for each test. */
export const remembered = new RememberedKeys();
