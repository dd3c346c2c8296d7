import { deliveryStatus } from '../deliveryStatuses.mts';
import { carrierOf } from '../phone.mts';
import type { Message } from '../state.mts';
import type { ReplyValue } from '../wire/tree.mts';
import type { World } from '../world.mts';
import { listedTime } from './listedTime.mts';

/** One entry of a delivery report. The encoding decides its fields and their names. */
export function reportTransaction(world: World, message: Message): ReplyValue {
	const { he, en } = deliveryStatus(message.dlr ?? -1);
	return {
		external_id: message.externalId,
		source: message.source,
		phone: message.phone,
		status: String(message.dlr),
		message_he: he,
		en_message: en,
		date: listedTime(world, message.dlrAt ?? 0),
		shipment_id: String(message.campaignId),
		operator: carrierOf(message.phone),
	};
}
