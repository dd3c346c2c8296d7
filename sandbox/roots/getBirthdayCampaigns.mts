import type { Root } from './root.mts';

// Assumption: birthdayRecords
/** The record is not shown anywhere; a client's field names are a guess (gateway-api 5). */
export const getBirthdayCampaigns: Root = ({ account }) => ({
	reply: {
		status: 0,
		message: '',
		birthday_campaigns: [...account.birthdays.values()].map(({ id, message, source, time }) => ({
			id: String(id),
			message,
			source,
			time,
		})),
	},
});
