import type { IDataObject } from 'n8n-workflow';

import type { GatewayTree, ReplyTree } from '../../gateway/tree';
import { textLength } from '../shared/acceptedReply';
import type { Page, Reminder } from './question';
import { noAnswer } from './question';

/** The `sms` element that asks a question. */
export interface AskElement extends GatewayTree {
	source: string;
	destinations: { phone: Array<GatewayTree & { $: { id: string } | undefined; _: string }> };
	message: string;
	/** Only when the service shortens the link. */
	links: GatewayTree | undefined;
}

/** The output fields of a question that was sent. */
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

/** A person to ask, by a link of their own. */
export interface Person {
	page: Page;
	/** End of the wait (milliseconds since 1970). */
	until: number;
	/** Placeholder in the request for the real link, which is known once the sub-execution has begun. */
	link: string;
	request: { body: AskElement; timeoutSeconds: number; onBehalfOf?: string };
	reminder?: Reminder;
}

/** The only input item of the sub-execution that asks several people. */
export interface Asking {
	/** The execution that waits for the answers. */
	caller?: string;
	/** For each input item, the person to ask, or the output that it already has. */
	items: Array<{ person: Person } | { json: IDataObject }>;
	/** Whether to ask the other people when a text fails. */
	goesOn: boolean;
	/** How many times to try a text that is refused, and the milliseconds between two tries. */
	tries: number;
	pause: number;
	/** Whether failed items leave the node by its error output. */
	hasErrorOutput: boolean;
}

/** `outcome` of a person who can still answer. */
const UNANSWERED = 'unknown';

export const isUnanswered = ({ outcome }: IDataObject): boolean => outcome === UNANSWERED;

/** The output for a person who was asked and has not answered yet. */
export const unanswered = (page: Page, sent: IDataObject): IDataObject => ({
	data: noAnswer(page),
	outcome: UNANSWERED,
	...sent,
});
