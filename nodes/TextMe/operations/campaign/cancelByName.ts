import type { INodeProperties } from 'n8n-workflow';

import { checkCampaignName } from '../../../../gateway/values/checks';
import { call } from '../../operation';
import { ALREADY_CANCELLED } from './cancelById';

const campaignName: INodeProperties = {
	displayName: 'Campaign Name',
	name: 'campaignName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Spring Sale',
	description: "The 'Campaign Name' you gave the sends",
	hint: 'Every scheduled send of this name is cancelled',
};

/** Stops every scheduled campaign of a name (specification, cancel by name). */
export const cancelByName = call<{ campaign_name: string }>({
	name: 'Cancel by Name',
	value: 'cancelByName',
	action: 'Cancel campaigns by name',
	description: 'Stop every scheduled send of a campaign name before it goes out',
	tool: {
		use: 'Stop all scheduled messages of a campaign name before they go out.',
		costs: 'Free of charge, but cannot be undone.',
		returns: 'what the service says was stopped, in notes.',
	},
	root: 'cancel',
	effect: 'write',
	fields: [campaignName],
	read: (parameters) => ({ campaign_name: parameters.checked('campaignName', checkCampaignName) }),
	outputs: ({ status, message }, [body]) => [
		{
			alreadyCancelled: status === ALREADY_CANCELLED,
			campaignName: body.campaign_name,
			// Only the service's words say how many were cancelled.
			...(message !== '' && { notes: [message] }),
		},
	],
});
