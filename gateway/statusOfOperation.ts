import { CHECK_PHONES, CHECK_SENDER } from './statusTable';
import type { StatusRow } from './statusTable';

const WINDOW_MISSING = {
	meaning: 'The start or the end of the time window is missing',
	hint: "Enter both 'From' and 'To'.",
};
const REPORT_FIELD_MISSING = {
	meaning: 'The time window or the external IDs are missing',
	hint: "Enter 'From', 'To' and at least one external ID.",
};
const CONTACTS_MISSING = {
	meaning: 'The contact list or its contacts are missing',
	hint: 'Choose a contact list and enter at least one phone number.',
};
const LIST_MISSING = {
	meaning: 'The contact list is missing',
	hint: 'Choose a contact list or enter its ID.',
};
const BAD_CONTACT = {
	meaning: 'A contact has a phone number that is too short or too long',
	hint: CHECK_PHONES,
};

/**
 * Statuses with another meaning on one operation; the keys are the operation and its status, as in `dlr 2`. Sources:
 * specification, the "Errors" line of each operation; gateway-api, section 14, rows 5 and 6.
 */
export const STATUS_OF_OPERATION: ReadonlyMap<
	string,
	Pick<StatusRow, 'meaning' | 'hint'>
> = new Map(
	Object.entries({
		'dlr 2': REPORT_FIELD_MISSING,
		'dlrByDate 2': WINDOW_MISSING,
		'blacklist 2': WINDOW_MISSING,
		'incoming 2': WINDOW_MISSING,
		'newCL 2': {
			meaning: 'The contact list, its name or its contacts are missing',
			hint: 'Enter a name and at least one contact.',
		},
		'newCL 9': BAD_CONTACT,
		'addNumCL 2': CONTACTS_MISSING,
		'addNumCL 9': BAD_CONTACT,
		'rmNumCL 2': CONTACTS_MISSING,
		'rmNumCL 9': BAD_CONTACT,
		'removeCL 2': LIST_MISSING,
		'getCLbyID 2': LIST_MISSING,
		'addNumBL 933': { meaning: 'A phone number is not valid', hint: CHECK_PHONES },
		'rmNumBL 2': {
			meaning: 'The numbers or the reason are missing',
			hint: 'Enter at least one phone number and a reason for taking it off the blocklist.',
		},
		'verify_phone 9': {
			meaning: 'A number to verify is too short or too long',
			hint: 'Enter Israeli mobile or landline numbers.',
		},
		'bulk 4': {
			meaning: 'The account does not have enough credit for the whole batch',
			hint: 'Top up the account or send fewer messages. Nothing of this batch went out.',
		},
		'bulk 12': {
			meaning: 'The account does not have enough money for the destinations of the whole batch',
			hint: 'Top up the account or send fewer messages. Nothing of this batch went out.',
		},
		'validate_otp 12': {
			meaning: 'The code is wrong',
			hint: 'Ask for the code again, or send a new one.',
		},
		'addSub 992': {
			meaning: 'The default sender of the sub-account is too long or too short',
			hint: CHECK_SENDER,
		},
		'addSub 511': {
			meaning: 'The account cannot create sub-accounts',
			hint: 'Only reseller accounts can. Ask the service to make yours one.',
		},
		'updateAmountSub 503': {
			meaning: 'The username is not one of your sub-accounts',
			hint: 'Look the usernames up with Sub-Account, Get Balances.',
		},
		'getApiToken 504': {
			meaning: 'The account has no current API token',
			hint: 'Create one with API Token, Create, or in the web console of the service.',
		},
		'getApiToken 511': {
			meaning: 'The account may not manage API tokens',
			hint: 'Ask the service to allow it, or create the token in its web console.',
		},
		'edit_birthday_campaign 989': {
			meaning: 'The message is too long or empty',
			hint: 'Use up to 1005 characters.',
		},
	}),
);
