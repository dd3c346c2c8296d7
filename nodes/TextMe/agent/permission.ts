import { createHash } from 'crypto';
import type { IDisplayOptions, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Batch } from '../pipeline/batches';
import type { Run } from '../pipeline/execute';
import type { MessageCount } from './messageCount';
import { messageCount } from './messageCount';
import { DEFAULT_LIMIT, limitName, permissionLabel, permissionName } from './tool';

/** Whether a model needs permission for an operation that changes the account or reaches people. */
export type Guard<Value = never> = NeedsPermission<Value> | NeedsNone;

interface NeedsPermission<Value> {
	/** What a person lets models do; continues "Let AI Models", in Title Case. */
	lets: string;
	/** Why a person has to allow the operation in the node; continues a sentence after "because". */
	because: string;
	/** When the editor shows the permission; always when left out. */
	shownFor?: NonNullable<IDisplayOptions['show']>;
	/** Set if `shownFor` names an option: an option can only show or hide other options, so the permission is one, too. */
	isOption?: true;
	/** What models may do without it, up to the message limit: a verb, and what it does it to. Continues "Models may". */
	mayAnyway?: string;
	/** Whether a call needs permission; every call does when left out. */
	concerns?(value: Value): boolean;
}

interface NeedsNone {
	/** Why a model needs no permission; shown nowhere. */
	harmless: string;
	/** As in `NeedsPermission`. */
	mayAnyway?: string;
}

/** An operation that does more than read must have a guard. One that reads may have one, for what a model must not know. */
export type Guarded<Value> =
	| { effect: 'read'; guard?: NeedsPermission<Value>; messages?: undefined }
	| ({ effect: 'write'; guard: Guard<Value> } & Partial<Counted<Value>>)
	| ({ effect: 'send'; guard: Guard<Value> } & Counted<Value>);

interface Counted<Value> {
	/** The number of people a call messages. A contact list counts as one, because its length is unknown. */
	messages(value: Value): number;
}

/** Checks what a model may do with the node: whether a person allows it, and a message limit over all calls and tools. */
export class Permission {
	/** Messages counted for each input item. */
	private readonly counted = new Map<number, number>();

	private readonly count: MessageCount;

	constructor(private readonly run: Run) {
		this.count = messageCount(run);
	}

	/** The batches without the items that the model may not carry out. */
	permitted(batches: Batch[]): Batch[] {
		return batches.flatMap((batch) => {
			const members = batch.members.filter(({ itemIndex, value }) => {
				const refused = this.refusal(itemIndex, value) ?? this.beyondLimit(batch, itemIndex, value);
				if (refused) this.run.ledger.fail(itemIndex, refused);
				return !refused;
			});
			return members.length === 0 ? [] : [batch.only(members)];
		});
	}

	/** Subtracts items that were not sent from the count. */
	settle(): void {
		for (const [itemIndex, count] of this.counted) {
			if (!this.run.ledger.mayHaveSent(itemIndex)) this.count.add(-count);
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
	private beyondLimit(
		{ common }: Batch,
		itemIndex: number,
		value: object,
	): NodeOperationError | undefined {
		const { operation } = this.run;
		if (!operation.messages || common.validateOnly) return undefined;
		const count = operation.messages(value as never);
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

/**
 * Identifies the call of a model by its input, so that a repeated call has the same ID. The ID that comes with a call is a
 * new one even when the model repeats the call.
 */
export function toolCall(context: IExecuteFunctions): string {
	const asked = context.getInputData().map(({ json }) => ({ ...json, toolCallId: undefined }));
	return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
}
