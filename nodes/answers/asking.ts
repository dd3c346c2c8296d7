import type { IDataObject } from 'n8n-workflow';

import { formatInstant, fromGatewayDate } from '../../gateway/values/dates';
import { measureMessage } from '../../gateway/texts/messageLength';
import type { Link, Message, SendSettings } from '../../gateway/texts/messages';
import { shipmentIn } from '../../gateway/replies/status';
import type { ReplyTree } from '../../gateway/values/tree';

/** The ID of a message's only short link (specification, sms). */
const SHORT_LINK_ID = '1';

export const SHORT_LINK_PLACE = `[link-${SHORT_LINK_ID}]`;

/** The link that the service should shorten; none if the message has the full link, or needs none. */
export const shortLinks = (url: string | undefined): Link[] =>
	url === undefined ? [] : [{ id: SHORT_LINK_ID, url }];

/** What the reply to a question says. `at` is in milliseconds since 1970. */
export function sentOutput(
	reply: ReplyTree,
	{ text, links }: Message,
	{ timing, campaign_name: campaign }: SendSettings,
	at: number,
): IDataObject {
	return {
		shipmentId: shipmentIn(reply),
		...(links.length > 0 ? {} : measureMessage(text)),
		...(campaign !== undefined && { campaignName: campaign }),
		...(timing && { scheduledFor: fromGatewayDate(timing) }),
		sentAt: formatInstant(at),
	};
}

/** The output for a person who answered: their text has arrived, even if its outcome was unknown. */
export function asAccepted(json: IDataObject): IDataObject {
	if (json.error === undefined) return json;
	const { phone, externalId, rehearsal } = json;
	return { accepted: true, phone, result: 'Accepted', externalId, ...(rehearsal && { rehearsal }) };
}
