import type { IDataObject } from 'n8n-workflow';

import type { Recipient, RecipientState } from '../../gateway/deliveryOutcome';

/** What is waited for, for all input items of the node that waits. It is the one item that the watcher gets. */
export interface Watch {
	/** When the first message was sent (milliseconds since 1970). */
	since: number;
	/** Whether the workflow is to stop when nothing is found out about a send of unknown outcome. */
	stopOnDoubt: boolean;
	/** One for each item that came out, in their order. */
	items: WatchedItem[];
}

export interface WatchedItem {
	/** What came out for the item before the wait. */
	json: IDataObject;
	/** Missing where there is nothing to wait for. */
	wait?: Wait;
}

export interface Wait {
	recipients: Recipient[];
	/** From when and until when to wait (milliseconds since 1970). */
	begin: number;
	until: number;
	onBehalfOf?: string;
	timeoutSeconds: number;
}

/** What is known so far. n8n keeps it with the execution, in its database. */
export interface Findings {
	/** By the index of the item, in the order of its recipients. */
	states: Record<string, RecipientState[]>;
	/** Why the last look brought nothing. */
	trouble?: string;
	/** Whether looking again is of no use. */
	refused?: boolean;
}
