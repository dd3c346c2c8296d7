import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Account } from '../../shared/account';
import type { SomeOperation } from '../operation';
import type { Fates } from './fates';
import type { Item } from './item';
import type { Keys } from './keys';

/** One run of the node: what every stage may know. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly node: INode;
	readonly resource: string;
	readonly operation: SomeOperation;
	/** Undefined for a broken credential: the request of each item then raises the error. */
	readonly account: Account | undefined;
	/** When the first try of the run began (milliseconds since 1970). */
	readonly began: number;
	/** See `RunParameters`. */
	readonly runId: string;
	/** The phone that everything goes to in a rehearsal. */
	readonly rehearsal: string | undefined;
	/** Whether a model calls the node as a tool. */
	readonly isTool: boolean;
	/** See `RunParameters`. */
	readonly withoutExecution: boolean;
	/** Whether a failed item comes out with its error instead of stopping the run. */
	readonly goesOn: boolean;
	/** Whether the node waits for delivery. A tool never does: the model can look the delivery up later. */
	readonly waitsForDelivery: boolean;
	/** The input items by their index, without those that were refused. */
	readonly items: Array<Item | undefined>;
	/** The value of a field as it was given for an item, unchecked. */
	given(field: string, itemIndex: number): unknown;
	readonly fates: Fates;
	readonly keys: Keys;
}
