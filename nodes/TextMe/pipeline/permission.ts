import type { INodeParameters } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { fail } from './fail';
import type { MessageCount } from './messageCount';
import { messageCount } from './messageCount';
import { DEFAULT_LIMIT, limitName, permissionLabel, permissionName } from '../agent/tool';
import type { Part } from './parts';
import { byItem } from './parts';
import type { Run } from './run';

/** Checks what a model may do with the node: whether a person allows it, and a message limit over all calls and tools. */
export class Permission {
	/** Messages counted for each input item. */
	private readonly counted = new Map<number, number>();

	private readonly count: MessageCount;

	constructor(private readonly run: Run) {
		this.count = messageCount(run);
	}

	/** The parts without the items that the model may not carry out. */
	permitted(parts: Part[]): Part[] {
		return [...byItem(parts)].flatMap(([itemIndex, own]) => {
			const [{ item }] = own;
			const count = own.reduce((sum, { texts }) => sum + texts.length, 0);
			const refused =
				this.refusal(itemIndex, item.value) ??
				this.beyondLimit(itemIndex, count || this.messagesOf(item.value));
			if (!refused) return own;
			fail(this.run, { item, texts: own.flatMap(({ texts }) => texts) }, refused);
			return [];
		});
	}

	private messagesOf(value: object): number {
		return this.run.operation.messages?.(value) ?? 0;
	}

	/** Subtracts items that were not sent from the count. */
	settle(): void {
		for (const [itemIndex, count] of this.counted) {
			if (!this.run.fates.mayHaveSent(itemIndex)) this.count.add(-count);
		}
	}

	private refusal(itemIndex: number, value: object): NodeOperationError | undefined {
		const { node, resource, operation } = this.run;
		const { guard } = operation;
		if (!guard || !('because' in guard)) return undefined;
		// The stored value, not an evaluated one: a model could fill in an expression.
		const { parameters } = node;
		const holder = guard.isOption ? ((parameters.options ?? {}) as INodeParameters) : parameters;
		if (holder[permissionName(resource, operation)] === true) return undefined;
		if (guard.concerns && !guard.concerns(value as never)) return undefined;
		return this.notAllowed(
			itemIndex,
			`do this (${operation.action}), because ${guard.because}`,
			`can allow it with '${permissionLabel(guard.lets)}'`,
		);
	}

	/** Refuses an item beyond the message limit. Items count before they are sent, because tools may run side by side. */
	private beyondLimit(itemIndex: number, count: number): NodeOperationError | undefined {
		const { operation } = this.run;
		if (count === 0) return undefined;
		const { limit } = this;
		const { sent, within } = this.count;
		if (sent + count <= limit) {
			this.count.add(count);
			this.counted.set(itemIndex, count);
			return undefined;
		}
		return this.notAllowed(
			itemIndex,
			`send more than ${limit} messages in ${within} (${operation.action}): ${sent} were sent before, and this would send ${count} more`,
			"can raise the 'Message Limit'",
		);
	}

	/** The stored value, not an evaluated one: a model could fill in an expression. */
	private get limit(): number {
		const { node, resource, operation } = this.run;
		const limit = node.parameters[limitName(resource, operation)];
		return typeof limit === 'number' ? limit : DEFAULT_LIMIT;
	}

	/** `person` continues the sentence "a person …". */
	private notAllowed(itemIndex: number, what: string, person: string): NodeOperationError {
		const { node } = this.run;
		return new NodeOperationError(node, `AI agents are not allowed to ${what}`, {
			itemIndex,
			description: `Nothing was sent or changed. Do not try again; tell the user that a person ${person} in the node '${node.name}'.`,
		});
	}
}
