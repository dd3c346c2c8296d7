import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Everything that outlives a run, on one page: where it is, its key, how long it lasts, and how much of it there may be. Besides
 * these, `markList.ts` keeps one object for each list.
 */
export const SLOTS = {
	// In the execution, which n8n stores: the context of the node. It ends with the execution.
	/** What earlier tries of a run have sent or changed, by run index or call of a model. Deleted when the run ends well. */
	journal: { of: 'execution' },
	/** How much the passes of a loop, or the calls of a model, have sent. */
	passes: { of: 'execution' },
	/** The question behind a link. */
	question: { of: 'execution' },
	/** What the watcher waits for and has found, one for each sub-execution. */
	wait: { of: 'execution' },

	// In n8n's database: marks in the list of the node, or of the workflow. Of 200,000 marks in a list, n8n forgets the oldest.
	/** Idempotency keys, the claims to them, and which are scheduled or unsure. List of the node. */
	keys: { marks: ['key', 'claim', 'scheduled', 'unsure'] },
	/** The texts of a person in an hour, up to 100. List of the node. */
	people: { marks: ['person'] },
	/** Questions by text and what was said before them. List of the watcher. */
	questions: { marks: ['asked', 'earlier'] },
	/** Pushed and polled events, with the executions that took them. List of the workflow if there are triggers of both kinds. */
	events: { marks: ['record', 'polled', 'execution'] },

	// In the static data of the workflow, which n8n stores when a poll brings events.
	/** Where a polling trigger has read up to, and up to 5,000 identities of the latest events. */
	pollState: { of: 'workflow' },

	// In this process, until n8n stops.
	/** When a polling trigger last polled, by workflow and node. */
	polls: { most: 10_000 },
	/** What calls without an execution have sent in the last hour, by account. */
	calls: { most: 1000 },
	/** Pushes that wait for the rest of their conversation, by node: see `debounce.ts`. */
	conversations: { most: 10_000 },
} as const;

/** A map of the process. Beyond its greatest size, the oldest entry goes. */
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

type Slots = typeof SLOTS;
type OfExecution = {
	[Slot in keyof Slots]: Slots[Slot] extends { of: 'execution' } ? Slot : never;
}[keyof Slots];
type Mark = Extract<Slots[keyof Slots], { marks: unknown }>['marks'][number];

/** What n8n keeps with the node in this execution, by slot. */
export const inExecution = (
	context: IExecuteFunctions,
	slot: OfExecution,
): Record<string, unknown> => (context.getContext('node')[slot] ??= {}) as Record<string, unknown>;

/** Forgets what is kept under a name, and the slot with its last name. */
export function drop(context: IExecuteFunctions, slot: OfExecution, name: string): void {
	const kept = inExecution(context, slot);
	delete kept[name];
	if (Object.keys(kept).length === 0) delete context.getContext('node')[slot];
}

/** A mark for a list in n8n's database, such as `person|494949|0501234567|1`. */
export const mark = (kind: Mark, ...parts: Array<string | number>): string =>
	[kind, ...parts].join('|');
