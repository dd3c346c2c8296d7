import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import type { Batch } from '../pipeline/batches';
import type { Ledger } from '../pipeline/ledger';
import { notAllowed } from './guard';
import { DEFAULT_LIMIT, limitName } from './toolFields';

/** The key of the count in the flow context, which n8n shares among all nodes of an execution. */
const SPENT = 'textMeMessagesOfModels';

/** Applies the message limit: counts what models send in one execution, over all their calls and tools. */
export class Spending {
	private readonly node: INode;

	/** Messages counted for each input item. */
	private readonly counted = new Map<number, number>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly resource: string,
		private readonly operation: Operation,
	) {
		this.node = context.getNode();
	}

	/** The batches without the items beyond the limit. Items count before they are sent, because tools may run side by side. */
	withinLimit(batches: Batch[], items: Parameters[], ledger: Ledger): Batch[] {
		const { messages } = this.operation;
		if (!messages) return batches;
		return batches.flatMap((batch) => {
			if (batch.common.validateOnly) return [batch];
			const affordable = batch.members.filter(({ itemIndex }) => {
				const parameters = items[itemIndex];
				if (!parameters) return false;
				const count = messages(parameters);
				if (this.spent + count > this.limit) {
					ledger.fail(itemIndex, this.refusal(parameters, count));
					return false;
				}
				this.spent += count;
				this.counted.set(itemIndex, count);
				return true;
			});
			return affordable.length === 0 ? [] : [batch.only(affordable)];
		});
	}

	/** Subtracts items that were not sent from the count. */
	settle(ledger: Ledger): void {
		for (const [itemIndex, count] of this.counted) {
			if (ledger.sentNothing(itemIndex)) this.spent -= count;
		}
	}

	private get spent(): number {
		return Number(this.context.getContext('flow')[SPENT] ?? 0);
	}

	private set spent(messages: number) {
		this.context.getContext('flow')[SPENT] = messages;
	}

	/** The stored value, not an evaluated one: a model could fill in an expression. */
	private get limit(): number {
		const limit = this.node.parameters[limitName(this.resource, this.operation)];
		return typeof limit === 'number' ? limit : DEFAULT_LIMIT;
	}

	private refusal(parameters: Parameters, count: number) {
		return notAllowed(
			this.node,
			parameters,
			`send more than ${this.limit} messages in one execution (${this.operation.action}): ${this.spent} were sent before, and this would send ${count} more`,
			"can raise the 'Message Limit'",
		);
	}
}
