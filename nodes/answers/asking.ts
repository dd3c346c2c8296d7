import type { IDataObject } from 'n8n-workflow';

import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import { textLength } from '../shared/acceptedReply';
import type { Page, Reminder } from './question';
import { noAnswer } from './question';

/** The text with a question. */
export interface AskElement extends GatewayTree {
	source: string;
	destinations: { phone: Array<GatewayTree & { $: { id: string } | undefined; _: string }> };
	message: string;
	/** Where the service shortens the link. */
	links: GatewayTree | undefined;
}

/** What is known of a question that was sent. */
export const sentOutput = (
	{ shipment_id: shipmentId }: ReplyTree,
	{ destinations, message, links }: AskElement,
): IDataObject => ({
	phone: destinations.phone[0]?._,
	externalId: destinations.phone[0]?.$?.id,
	shipmentId,
	...(links ? {} : textLength(message)),
	sentAt: new Date().toISOString(),
});

/** A person who is asked along with others, by a link of their own. */
export interface Person {
	page: Page;
	/** When their time is up (milliseconds since 1970). */
	until: number;
	/** Stands in the request for the link, which is known once the sub-execution has begun. */
	link: string;
	request: { body: AskElement; timeoutSeconds: number; onBehalfOf?: string };
	reminder?: Reminder;
}

/** What the sub-execution gets that asks several people. It is its one item. */
export interface Asking {
	/** One for each input item: whom to ask, or what comes out for it already. */
	items: Array<{ person: Person } | { json: IDataObject }>;
	/** Whether the others are asked when a text fails. */
	goesOn: boolean;
	/** How often a text is tried that is refused, and the milliseconds between two tries. */
	tries: number;
	pause: number;
	/** Whether failed items leave the node by its error output. */
	hasErrorOutput: boolean;
}

/** `outcome` of a person who has not answered, while there is time. */
const UNANSWERED = 'unknown';

export const isUnanswered = ({ outcome }: IDataObject): boolean => outcome === UNANSWERED;

/** What comes out for a person who was asked, before their answer. */
export const unanswered = (page: Page, sent: IDataObject): IDataObject => ({
	data: noAnswer(page),
	outcome: UNANSWERED,
	...sent,
});
