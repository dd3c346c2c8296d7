import type { INodeProperties } from 'n8n-workflow';

import { checkMessage } from '../../../../gateway/values/checks';
import { readId } from '../../../../gateway/values/lists';
import { messageField } from '../../options/message';
import { call } from '../../operation';

const birthdayCampaign: INodeProperties = {
	displayName: 'Birthday Campaign',
	name: 'campaignId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The campaign whose text you want to change',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a birthday campaign',
			typeOptions: { searchListMethod: 'searchBirthdayCampaigns', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5001',
		},
	],
};

const newMessage: INodeProperties = {
	...messageField,
	placeholder: 'e.g. Happy birthday! A present waits for you at our shop',
	description: 'The new text, up to 1005 characters. You cannot change anything else here.',
};

/** Changes the text of a birthday campaign (gateway-api, section 5, edit_birthday_campaign). */
export const updateBirthdayCampaign = call({
	name: 'Update',
	value: 'update',
	action: 'Update birthday campaign',
	description: 'Change the text of a birthday campaign',
	tool: {
		use: 'Change the text that people get on their birthday.',
		costs: 'Free of charge, but all later birthday messages have the new text.',
		returns: 'updated.',
	},
	root: 'edit_birthday_campaign',
	effect: 'write',
	fields: [birthdayCampaign, newMessage],
	read: (parameters) => ({
		campaign_id: parameters.checked('campaignId', readId),
		message: parameters.checked('message', checkMessage),
	}),
	outputs: (_, [{ campaign_id }]) => [{ updated: true, campaignId: campaign_id }],
});
