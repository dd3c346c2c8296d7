import type { IDataObject } from 'n8n-workflow';

import { measureMessage } from '../../../../gateway/messageLength';
import type { Destinations } from '../../fields/recipients';
import { recipientsIn } from '../../fields/recipients';
import type { GatewayReply } from '../../request';

/** What comes out of a send: accepted, which is not delivered yet (gateway-api, section 3). */
export const acceptedSend = (
	{ message, tree }: GatewayReply,
	destinations: Destinations,
): IDataObject => ({
	accepted: true,
	shipmentId: tree.shipment_id,
	recipients: recipientsIn(destinations),
	contactLists: destinations.cl_id,
	message,
});

/** How many SMS a text takes. */
export function textLength(message: string): IDataObject {
	const { encoding, segments } = measureMessage(message);
	return { segments, encoding };
}

export const missingShipment = ({ tree }: GatewayReply): string | undefined =>
	tree.shipment_id
		? undefined
		: 'The gateway accepted this without a shipment ID. Such messages have been seen to go missing: look them up in the delivery reports before you rely on them or send again.';
