import { checkCampaignName } from '../../../../gateway/values/checks';
import { readId } from '../../../../gateway/values/lists';
import { call } from '../../operation';
import { requiredField } from '../../parameters/option';

/** The campaign was already cancelled: a success, since the user wants it cancelled (specification, Campaign). */
const ALREADY_CANCELLED = 955;

const OF_CANCEL = { root: 'cancel', effect: 'write' as const };
const COSTS = 'Free of charge, but cannot be undone.';

const shipment = requiredField({
	displayName: 'Shipment ID',
	name: 'campaignId',
	placeholder: 'e.g. 4711',
	description: 'The shipmentId in the details that came out when you scheduled the send',
	read: readId,
});

/** Stops one scheduled campaign (specification, cancel by id). */
export const cancelById = call({
	...OF_CANCEL,
	name: 'Cancel by ID',
	value: 'cancelById',
	action: 'Cancel campaign by ID',
	description: 'Stop one scheduled send before it goes out',
	tool: {
		use: 'Stop a scheduled message before it goes out.',
		costs: COSTS,
		returns: 'cancelled. What has already gone out is refused.',
	},
	fields: [shipment],
	read: (parameters) => ({ campaign_id: parameters.field(shipment) }),
	outputs: ({ status }, [{ campaign_id: shipmentId }]) => [
		{ cancelled: true, alreadyCancelled: status === ALREADY_CANCELLED, shipmentId },
	],
});

const scheduledName = requiredField({
	displayName: 'Campaign Name',
	name: 'campaignName',
	placeholder: 'e.g. Spring Sale',
	description: "The 'Campaign Name' you gave the sends",
	hint: 'Every scheduled send of this name is cancelled',
	read: checkCampaignName,
});

/** Stops every scheduled campaign of a name (specification, cancel by name). */
export const cancelByName = call({
	...OF_CANCEL,
	name: 'Cancel by Name',
	value: 'cancelByName',
	action: 'Cancel campaigns by name',
	description: 'Stop every scheduled send of a campaign name before it goes out',
	tool: {
		use: 'Stop all scheduled messages of a campaign name before they go out.',
		costs: COSTS,
		returns: 'what the service says was stopped, in notes.',
	},
	fields: [scheduledName],
	read: (parameters) => ({ campaign_name: parameters.field(scheduledName) }),
	outputs: ({ status, message }, [{ campaign_name: campaignName }]) => [
		{
			alreadyCancelled: status === ALREADY_CANCELLED,
			campaignName,
			// Only the service's words say how many were cancelled.
			...(message !== '' && { notes: [message] }),
		},
	],
});
