import type { IDataObject } from 'n8n-workflow';

import { formatInstant, fromGatewayDate } from '../../gateway/dates';
import { measureMessage } from '../../gateway/messageLength';
import type { Link, Message, SendSettings } from '../../gateway/messages';
import { shipmentIn } from '../../gateway/status';
import type { ReplyTree } from '../../gateway/tree';

/** The id of the only short link of a message (specification, sms). */
const SHORT_LINK_ID = '1';

/** Stands for the short link in the message. */
export const SHORT_LINK_PLACE = `[link-${SHORT_LINK_ID}]`;

/** The link that the service shortens; none where the message holds the link itself, or needs none. */
export const shortLinks = (url: string | undefined): Link[] =>
	url === undefined ? [] : [{ id: SHORT_LINK_ID, url }];

/** The output fields of a question that was accepted at a time (milliseconds since 1970). */
export function sentOutput(
	reply: ReplyTree,
	{ text, links, to }: Message,
	{ timing, campaign_name: campaign }: SendSettings,
	at: number,
): IDataObject {
	const [{ phone, externalId } = { phone: '' }] = to.people;
	return {
		accepted: true,
		phone,
		externalId,
		shipmentId: shipmentIn(reply),
		...(links.length > 0 ? {} : measureMessage(text)),
		...(campaign !== undefined && { campaignName: campaign }),
		...(timing && { scheduledFor: fromGatewayDate(timing) }),
		sentAt: formatInstant(at),
	};
}

/** The output for a person who has answered, so that their text has arrived, even if that was in doubt. */
export function asAccepted(json: IDataObject): IDataObject {
	if (json.error === undefined) return json;
	const { phone, externalId, rehearsal } = json;
	return { accepted: true, phone, externalId, ...(rehearsal && { rehearsal }) };
}
