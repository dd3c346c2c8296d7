import type { IDataObject } from 'n8n-workflow';

import { formatInstant, fromGatewayDate } from '../../gateway/dates';
import { measureMessage } from '../../gateway/messageLength';
import type { Link, Message, SendSettings } from '../../gateway/messages';
import type { ReplyTree } from '../../gateway/tree';
import type { Text } from '../sending/text';
import { personFirst } from '../shared/replies';
import type { Page, Reminder } from './question';
import { noAnswer } from './question';

/** The id of the only short link of a message (specification, sms). */
const SHORT_LINK_ID = '1';

/** Stands for the short link in the message. */
export const SHORT_LINK_PLACE = `[link-${SHORT_LINK_ID}]`;

/** The link that the service shortens; none where the message holds the link itself, or needs none. */
export const shortLinks = (url: string | undefined): Link[] =>
	url === undefined ? [] : [{ id: SHORT_LINK_ID, url }];

/** The output fields of a question that was sent. */
export function sentOutput(
	{ shipment_id: shipmentId }: ReplyTree,
	{ text, links, to }: Message,
	{ timing, campaign_name: campaign }: SendSettings,
): IDataObject {
	const [{ phone, externalId } = { phone: '' }] = to.people;
	return {
		accepted: true,
		phone,
		externalId,
		shipmentId,
		...(links.length > 0 ? {} : measureMessage(text)),
		...(campaign !== undefined && { campaignName: campaign }),
		...(timing && { scheduledFor: fromGatewayDate(timing) }),
		sentAt: formatInstant(Date.now()),
	};
}

/** A person to ask, by a link of their own. */
export interface Person {
	page: Page;
	/** End of the wait (milliseconds since 1970). */
	until: number;
	/** Placeholder in the text for the real link, which is known once the sub-execution has begun. */
	link: string;
	text: Text;
	timeoutSeconds: number;
	reminder?: Reminder;
	/** When the text goes out (milliseconds since 1970); at once when left out. */
	at?: number;
}

/** The only input item of the sub-execution that asks several people. */
export interface Asking {
	/** The execution that waits for the answers. */
	caller?: string;
	/** For each input item, the person to ask, or the output that it already has. */
	items: Array<{ person: Person } | { json: IDataObject }>;
	/** The fields of each input item, where they come out, too. */
	fields: Array<IDataObject | null>;
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
export const unanswered = (page: Page, sent: IDataObject): IDataObject =>
	personFirst({ data: noAnswer(page), outcome: UNANSWERED, ...sent });

/** Whether a text may have reached its person. Who answers has got it; nobody is waited for. */
export const isInDoubt = ({ accepted }: IDataObject): boolean => accepted === 'unknown';

/** The output for a person who has answered, so that their text has arrived, even if that was in doubt. */
export function asAccepted(json: IDataObject): IDataObject {
	if (json.error === undefined) return json;
	const { phone, externalId, rehearsal } = json;
	return { accepted: true, phone, externalId, ...(rehearsal && { rehearsal }) };
}
