import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { goesOn } from './goesOn';
import type { NodeError } from '../../shared/nodeError';
import { failedItem, outcomeOf, withoutPasswords, withProgress } from '../../shared/nodeError';
import type { PlannedCall } from './plannedCall';

/** Collects what comes out for each input item, as a result or as what went wrong with it. */
export class Results {
	private readonly done = new Map<number, INodeExecutionData[][]>();

	private readonly failed = new Map<number, INodeExecutionData>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly fields: INodeProperties[],
		private readonly itemCount: number,
		/** Whether it is still to be found out what became of sends of unknown outcome. */
		private readonly keepsDoubts: boolean,
	) {}

	/** Notes what one request, of perhaps several, has brought for items. */
	accept(output: Map<number, INodeExecutionData[]>): void {
		for (const [itemIndex, pieces] of output) {
			const before = this.done.get(itemIndex);
			if (before) before.push(pieces);
			else this.done.set(itemIndex, [pieces]);
		}
	}

	/** Notes an item that failed, or stops the run when the node is set to stop. */
	fail(itemIndex: number, error: NodeError, externalIds?: string[]): void {
		const isKept = this.keepsDoubts && outcomeOf(error) === 'unknown';
		if (!goesOn(this.context) && !isKept) {
			throw withProgress(withoutPasswords(error, this.fields), this.done.size);
		}
		this.failed.set(itemIndex, failedItem(error, itemIndex, externalIds));
	}

	/** Whether nothing was sent for an item: it was refused, or left out since it had been sent before. */
	sentNothing(itemIndex: number): boolean {
		const failed = this.failed.get(itemIndex);
		if (failed) return (failed.json.details as IDataObject).outcome === 'rejected';
		const pieces = this.done.get(itemIndex)?.flat() ?? [];
		return pieces.length > 0 && pieces.every(({ json }) => json.skipped === true);
	}

	/** Notes that all items of a request failed, each with its own external ids. */
	failAll(call: PlannedCall, error: NodeError): void {
		for (const member of call.members) {
			this.fail(member.itemIndex, error, call.externalIds([member]));
		}
	}

	/**
	 * Everything in the order of the input items. An item of which a part failed has failed; `merge` brings the parts of the
	 * others together.
	 */
	inOrder(
		merge?: (outputs: IDataObject[][], itemIndex: number) => IDataObject[],
	): INodeExecutionData[] {
		const output: INodeExecutionData[] = [];
		for (let itemIndex = 0; itemIndex < this.itemCount; itemIndex++) {
			const failed = this.failed.get(itemIndex);
			const parts = this.done.get(itemIndex) ?? [];
			if (failed) {
				output.push(failed);
			} else if (merge && parts.length > 0) {
				const outputs = parts.map((part) => part.map(({ json }) => json));
				for (const json of merge(outputs, itemIndex)) {
					output.push({ json, pairedItem: { item: itemIndex } });
				}
			} else {
				for (const part of parts) for (const piece of part) output.push(piece);
			}
		}
		return output;
	}
}
