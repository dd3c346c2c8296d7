import type { INodeProperties } from 'n8n-workflow';

import { readId } from '../../../../gateway/values/lists';
import { call } from '../../operation';

/** The campaign was already cancelled: a success, since the user wants it cancelled (specification, Campaign). */
export const ALREADY_CANCELLED = 955;

const shipmentId: INodeProperties = {
	displayName: 'Shipment ID',
	name: 'campaignId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 4711',
	description: 'The shipmentId that came out when you scheduled the send',
};

/** Stops one scheduled campaign (specification, cancel by id). */
export const cancelById = call<{ campaign_id: string }>({
	name: 'Cancel by ID',
	value: 'cancelById',
	action: 'Cancel campaign by ID',
	description: 'Stop one scheduled send before it goes out',
	tool: {
		use: 'Stop a scheduled message before it goes out.',
		costs: 'Free of charge, but cannot be undone.',
		returns: 'cancelled. What has already gone out is refused.',
	},
	root: 'cancel',
	effect: 'write',
	fields: [shipmentId],
	read: (parameters) => ({ campaign_id: parameters.checked('campaignId', readId) }),
	outputs: ({ status }, [body]) => [
		{
			cancelled: true,
			alreadyCancelled: status === ALREADY_CANCELLED,
			shipmentId: body.campaign_id,
		},
	],
});
