import type { IExecuteFunctions, INode } from 'n8n-workflow';

import type { Account } from '../../shared/account';
import type { SendTime } from '../options/sendOptions';
import type { CommonSettings, SendCare } from '../options/common';
import type { SomeOperation } from '../operation';
import type { Fates } from './fates';
import type { Keys } from './keys';

/** An input item, read and checked. */
export interface Item {
	readonly itemIndex: number;
	/** What the operation read. */
	readonly value: object;
	/** When a message goes out. */
	readonly when?: SendTime;
	readonly common: CommonSettings;
	/** Only for sends. */
	readonly care?: SendCare;
	/** Chosen by the user: nothing is sent twice under the same key. */
	readonly key?: string;
	/** Whether an earlier try of the run has carried it out. */
	readonly isDone: boolean;
}

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
