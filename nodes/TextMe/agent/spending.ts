import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import type { PlannedCall } from '../pipeline/plannedCall';
import type { Results } from '../pipeline/results';
import { isTool } from './tool';
import { notAllowed } from './guard';
import { DEFAULT_LIMIT, limitName } from './toolFields';

/** What models have sent in an execution. n8n shares it among all nodes of the execution, and keeps it with that. */
const SPENT = 'textMeMessagesOfModels';

/** Keeps what models send in one execution within the message limit of the node, over all their calls and tools. */
export class Spending {
	private readonly node: INode;

	/** Messages of each input item. */
	private readonly taken = new Map<number, number>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly resource: string,
		private readonly operation: Operation,
	) {
		this.node = context.getNode();
	}

	/** The requests without the items that are beyond the limit. Counted at once, since tools may run side by side. */
	withinLimit(calls: PlannedCall[], items: Parameters[], results: Results): PlannedCall[] {
		const { messages } = this.operation;
		if (!messages || !isTool(this.node)) return calls;
		return calls.flatMap((call) => {
			if (call.common.validateOnly) return [call];
			const affordable = call.members.filter(({ itemIndex }) => {
				const parameters = items[itemIndex];
				if (!parameters) return false;
				const count = messages(parameters);
				if (this.spent + count > this.limit) {
					results.fail(itemIndex, this.refusal(parameters, count));
					return false;
				}
				this.spent += count;
				this.taken.set(itemIndex, count);
				return true;
			});
			return affordable.length === 0 ? [] : [call.only(affordable)];
		});
	}

	/** Gives back what was counted for items of which nothing was sent. */
	settle(results: Results): void {
		for (const [itemIndex, count] of this.taken) {
			if (results.sentNothing(itemIndex)) this.spent -= count;
		}
	}

	private get spent(): number {
		return Number(this.context.getContext('flow')[SPENT] ?? 0);
	}

	private set spent(messages: number) {
		this.context.getContext('flow')[SPENT] = messages;
	}

	/** As it stands in the node: an expression could be filled in by the model. */
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
