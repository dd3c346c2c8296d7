import { checkMessage } from '../../../../gateway/values/checks';
import { readId } from '../../../../gateway/values/lists';
import { messageField } from '../../options/message';
import { call } from '../../operation';
import { listField } from '../../parameters/option';

const birthdayCampaign = listField(
	{
		displayName: 'Birthday Campaign',
		name: 'campaignId',
		description: 'The campaign whose text you want to change',
		read: readId,
	},
	['searchBirthdayCampaigns', 'Choose a birthday campaign'],
	{ displayName: 'By ID', name: 'id', placeholder: 'e.g. 5001' },
);

const newMessage = {
	...messageField,
	placeholder: 'e.g. Happy birthday! A present waits for you at our shop',
	description: 'The new text, up to 1005 characters. You cannot change anything else here.',
	read: checkMessage,
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
		campaign_id: parameters.field(birthdayCampaign),
		message: parameters.field(newMessage),
	}),
	outputs: (_, [{ campaign_id }]) => [{ updated: true, campaignId: campaign_id }],
});
