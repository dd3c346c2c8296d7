import { missing, Refusal } from '../refusal.mts';
import { text } from '../wire/tree.mts';
import type { Root } from './root.mts';

const LONGEST_MESSAGE = 1005;

// Assumption: birthdayUpdate
/** Only the text can change. The error statuses are a guess (gateway-api 5). */
export const editBirthdayCampaign: Root = ({ account, body }) => {
	const id = text(body, 'campaign_id') ?? '';
	const message = text(body, 'message');
	if (id === '') throw missing('campaign_id');
	if (message === undefined) throw missing('message');
	const campaign = account.birthdays.get(Number(id));
	if (campaign === undefined) throw new Refusal(977);
	if (message === '' || message.length > LONGEST_MESSAGE) throw new Refusal(989);
	return {
		reply: { status: 0, message: 'birthday campaign successfully updated' },
		effect: () => {
			campaign.message = message;
		},
	};
};
