import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

import { endTimers } from './endedTimers.mts';

/** n8n's processed entries of all nodes and workflows, in memory. */
class RememberedKeys implements IDataDeduplicator {
	private readonly entries = new Map<string, Set<DeduplicationItemTypes>>();

	/** How many of the next calls fail, as a database may. */
	failures = 0;

	/** How often entries were checked and recorded. */
	calls = 0;

	/** The most entries that a node or workflow had. */
	largest = 0;

	checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: string,
		context: ICheckProcessedContextData,
	): Promise<IDeduplicationOutput> {
		this.calls += 1;
		if (this.failures-- > 0) return Promise.reject(new Error('UNIQUE constraint failed'));
		const known = this.of(scope, context);
		const result: IDeduplicationOutput = { new: [], processed: [] };
		for (const item of items) {
			result[known.has(item) ? 'processed' : 'new'].push(item);
			known.add(item);
		}
		this.largest = Math.max(this.largest, known.size);
		return Promise.resolve(result);
	}

	removeProcessed(
		items: DeduplicationItemTypes[],
		scope: string,
		context: ICheckProcessedContextData,
	): Promise<void> {
		const known = this.of(scope, context);
		items.forEach((item) => known.delete(item));
		return Promise.resolve();
	}

	clearAllProcessedItems(): Promise<void> {
		this.entries.clear();
		this.failures = 0;
		this.largest = 0;
		return Promise.resolve();
	}

	getProcessedDataCount(scope: string, context: ICheckProcessedContextData): Promise<number> {
		return Promise.resolve(this.of(scope, context).size);
	}

	private of(scope: string, { workflow, node }: ICheckProcessedContextData) {
		const key = `${workflow.id} ${scope === 'node' ? node?.id : ''}`;
		const known = this.entries.get(key) ?? new Set();
		this.entries.set(key, known);
		return known;
	}
}

/** Gives n8n's engine this memory, empty for each test. */
export function useRememberedKeys(): RememberedKeys {
	const keys = new RememberedKeys();
	endTimers();
	beforeAll(() => DataDeduplicationService.init(keys));
	afterAll(() => Reflect.deleteProperty(DataDeduplicationService, 'instance'));
	beforeEach(() => keys.clearAllProcessedItems());
	return keys;
}
