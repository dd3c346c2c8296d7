import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { NodeError } from '../../shared/nodeError';

/** What became of an item in an earlier try of the same run. */
type Entry =
	| { output: INodeExecutionData[] }
	| { message: string; description: string; details: Record<string, unknown> };

/**
 * Remembers, for one run of a node, which items the gateway has accepted and which it may have accepted. n8n runs a whole
 * node again with "Retry On Fail", and again when a person retries a failed execution. Both times it keeps what the node
 * keeps about the execution, which is where the journal is; items found in it are not sent again.
 *
 * A model may make the same call again, and so may n8n for it, each time as a run of its own. So where a model calls, the
 * journal is named after the call.
 */
export class Journal {
	private readonly key: string;

	private readonly entries: Record<string, Entry>;

	private readonly store: Record<string, unknown>;

	/** Not written down yet: most runs never need it. */
	private readonly accepted: Array<Map<number, INodeExecutionData[]>> = [];

	constructor(context: IExecuteFunctions, toolCall: string | undefined) {
		this.key = `journal${toolCall ?? context.getWorkflowDataProxy(0).$runIndex}`;
		this.store = context.getContext('node');
		this.entries = (this.store[this.key] ?? {}) as Record<string, Entry>;
	}

	get isEmpty(): boolean {
		return Object.keys(this.entries).length === 0;
	}

	get hasDoubts(): boolean {
		return Object.values(this.entries).some((entry) => 'message' in entry);
	}

	/** The output of an item that was accepted before. */
	output(itemIndex: number): INodeExecutionData[] | undefined {
		const entry = this.entries[itemIndex];
		return entry && 'output' in entry ? entry.output : undefined;
	}

	/** What was said about an item that may have been accepted before. */
	doubt(node: INode, itemIndex: number): NodeError | undefined {
		const entry = this.entries[itemIndex];
		if (!entry || 'output' in entry) return undefined;
		const { message, description, details } = entry;
		const error = new NodeOperationError(node, message, { itemIndex, description });
		Object.assign(error.context, details);
		return error;
	}

	accept(output: Map<number, INodeExecutionData[]>): void {
		this.accepted.push(output);
	}

	/** `externalIds` are those of the item, where the error is about a whole batch. */
	noteDoubt(
		itemIndex: number,
		{ message, description, context }: NodeError,
		externalIds?: string[],
	): void {
		this.entries[itemIndex] = {
			message,
			description: description ?? '',
			details: { ...context, itemIndex, externalIds },
		};
	}

	/** Writes it all down, when n8n may run the node again. */
	keep(): void {
		for (const output of this.accepted.splice(0)) {
			for (const [itemIndex, pieces] of output) this.entries[itemIndex] = { output: pieces };
		}
		this.store[this.key] = this.entries;
	}

	/** Forgets everything, once n8n has no reason to run the node again. */
	close(): void {
		delete this.store[this.key];
	}
}
