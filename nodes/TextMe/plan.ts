import type { IDataObject } from 'n8n-workflow';

import type { ListedContact } from '../../gateway/contacts';
import type { GatewayTree, ReplyTree } from '../../gateway/tree';

/** What a plan is made from, besides the reply and the input items. */
export interface Known {
	/** Whether no input item was refused. */
	isComplete: boolean;
	/** The contacts that an earlier, failed plan has left off the list. */
	leftOff: ListedContact[];
}

export interface PlannedRequest {
	root: string;
	body: GatewayTree;
}

/** The requests that turn the state at the gateway into the wanted one, carried out one after the other. */
export interface Plan<Figures = unknown> {
	/** How much changes. */
	figures: Figures;
	requests: PlannedRequest[];
	/**
	 * The output for all input items together.
	 * @param replies to the requests; empty when no request was made
	 * @param leftOff contacts that could not be put back
	 */
	output(replies: ReplyTree[], leftOff: ListedContact[]): IDataObject;
	/**
	 * The contacts that may be off the list after these replies: removed in order to change them, and not added again. The
	 * first request without a reply may have been carried out.
	 */
	offList(replies: ReplyTree[]): ListedContact[];
	/** The requests that put contacts back on the list with their old fields. */
	putBack(contacts: ListedContact[]): PlannedRequest[];
	/** The contacts that are not on the list after the reply to a request to put them back. */
	notBack(contacts: ListedContact[], replies: ReplyTree[]): ListedContact[];
}
