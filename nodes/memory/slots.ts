import type { IExecuteFunctions } from 'n8n-workflow';

// Everything that outlives a run: where it is stored, its key, how long it stays, and how much there may be.

/** In the execution's node context, which n8n stores. Ends with the execution. */
type OfExecution =
	/** What earlier tries of a run sent or changed, by run index or model call. Deleted after a successful run. */
	| 'journal'
	/** In which execution the node, or a model's call, ran: another one if a person retries it. */
	| 'ranIn'
	/** How much earlier runs in this execution, or a model's earlier calls, have sent. */
	| 'sentCounts'
	| 'question'
	/** What the watcher waits for and has found, per sub-execution. */
	| 'wait';

/**
 * In n8n's database, in the list of the node (`MarkList`): idempotency keys, their claims in queue mode, and executions that were
 * retried. Beyond 200,000 marks per list, n8n drops the oldest.
 */
type Mark = 'key' | 'claim' | 'retry';

// In the workflow's static data, which n8n stores when a poll returns events: `PollState`.

/** In this process's memory, until n8n stops. */
export const MOST = {
	/** When a polling trigger last polled, by workflow and node. */
	polls: 10_000,
	/** What calls without an execution sent in the last hour, by account. */
	calls: 1000,
	/** Texts that go out in an hour, by node and number. */
	hours: 100_000,
	/** Events that push triggers have had, by workflow and node. */
	pushes: 10_000,
	/** Calls of `webhook()` that wait for more events: see `together`. n8n uses about 10 MB for each. */
	waitingPushes: 20,
} as const;

/** A map with a maximum size. Beyond it, the oldest entry is dropped. */
export class Bounded<Value> extends Map<string, Value> {
	constructor(private readonly most: number) {
		super();
	}

	override set(key: string, value: Value): this {
		super.delete(key);
		super.set(key, value);
		if (this.size > this.most) super.delete(this.keys().next().value as string);
		return this;
	}
}

/** What n8n stores for the node in this execution, by slot. */
export const inExecution = (
	context: IExecuteFunctions,
	slot: OfExecution,
): Record<string, unknown> => (context.getContext('node')[slot] ??= {}) as Record<string, unknown>;

/** Deletes an entry of a slot, and the slot after its last entry. */
export function drop(context: IExecuteFunctions, slot: OfExecution, name: string): void {
	const kept = inExecution(context, slot);
	delete kept[name];
	if (Object.keys(kept).length === 0) delete context.getContext('node')[slot];
}

/** A mark for a list in n8n's database: `retry|1042`. */
export const mark = (kind: Mark, ...parts: Array<string | number>): string =>
	[kind, ...parts].join('|');

/** Distinguishes processes, such as queue mode's main process and its workers. */
export const PROCESS_ID = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
