import { checkCampaignName } from '../../../../gateway/values/checks';
import { readId } from '../../../../gateway/values/lists';
import { call } from '../../operation';

/** The campaign was already cancelled: a success, since the user wants it cancelled (specification, Campaign). */
const ALREADY_CANCELLED = 955;

const COSTS = 'Free of charge, but cannot be undone.';

/** Stops one scheduled campaign (specification, cancel by id). */
export const cancelById = call({
	name: 'Cancel by ID',
	value: 'cancelById',
	action: 'Cancel campaign by ID',
	description: 'Stop one scheduled send before it goes out',
	tool: {
		use: 'Stop a scheduled message before it goes out.',
		costs: COSTS,
		returns: 'cancelled. What has already gone out is refused.',
	},
	root: 'cancel',
	effect: 'write',
	fields: [
		{
			displayName: 'Shipment ID',
			name: 'campaignId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 4711',
			description: 'The shipmentId that came out when you scheduled the send',
		},
	],
	read: (parameters) => ({ campaign_id: parameters.checked('campaignId', readId) }),
	outputs: ({ status }, [{ campaign_id: shipmentId }]) => [
		{ cancelled: true, alreadyCancelled: status === ALREADY_CANCELLED, shipmentId },
	],
});

/** Stops every scheduled campaign of a name (specification, cancel by name). */
export const cancelByName = call({
	name: 'Cancel by Name',
	value: 'cancelByName',
	action: 'Cancel campaigns by name',
	description: 'Stop every scheduled send of a campaign name before it goes out',
	tool: {
		use: 'Stop all scheduled messages of a campaign name before they go out.',
		costs: COSTS,
		returns: 'what the service says was stopped, in notes.',
	},
	root: 'cancel',
	effect: 'write',
	fields: [
		{
			displayName: 'Campaign Name',
			name: 'campaignName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Spring Sale',
			description: "The 'Campaign Name' you gave the sends",
			hint: 'Every scheduled send of this name is cancelled',
		},
	],
	read: (parameters) => ({ campaign_name: parameters.checked('campaignName', checkCampaignName) }),
	outputs: ({ status, message }, [{ campaign_name: campaignName }]) => [
		{
			alreadyCancelled: status === ALREADY_CANCELLED,
			campaignName,
			// Only the service's words say how many were cancelled.
			...(message !== '' && { notes: [message] }),
		},
	],
});
