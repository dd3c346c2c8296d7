import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { NodeError } from './nodeError';
import { failedItem, withoutPasswords, withProgress } from './nodeError';

/** Collects what comes out for each input item, as a result or as what went wrong with it. */
export class Results {
	private readonly outputs = new Map<number, INodeExecutionData[]>();

	private acceptedItems = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fields: INodeProperties[],
	) {}

	/** Notes items that were carried out, each with its output. */
	accept(output: Map<number, INodeExecutionData[]>): void {
		for (const [itemIndex, pieces] of output) this.outputs.set(itemIndex, pieces);
		this.acceptedItems += output.size;
	}

	/** Notes an item that failed, or stops the run when the node is set to stop. */
	fail(itemIndex: number, error: NodeError, externalIds?: string[]): void {
		if (!this.context.continueOnFail()) {
			throw withProgress(withoutPasswords(error, this.fields), this.acceptedItems);
		}
		this.outputs.set(itemIndex, [failedItem(error, itemIndex, externalIds)]);
	}

	/** Everything in the order of the input items. */
	inOrder(): INodeExecutionData[] {
		return [...this.outputs.entries()].sort(([a], [b]) => a - b).flatMap(([, pieces]) => pieces);
	}
}
