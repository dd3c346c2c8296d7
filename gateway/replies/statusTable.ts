const ALLOWLIST =
	'If that does not help, add the IP address of your n8n to the authorized addresses of the account (My Account → Settings).';
export const SUPPORT = 'Contact the support of the service.';
const CHECK_PHONES =
	'Check the numbers: Israeli ones have 9 or 10 digits with the leading 0, others need their country code.';
const CHECK_SENDER = 'Use up to 11 digits or English letters, without "+".';

/** What a status means and what to do. `STATUS_OF_OPERATION` has exceptions. */
export interface StatusRow {
	/** What happened, without a final period. */
	meaning: string;
	/** What to do, in full sentences. */
	hint: string;
	/** Whether the same call may succeed later unchanged; default false. */
	retryable?: boolean;
	/** The gateway may have acted despite this status, unless the call was a read. */
	unclear?: boolean;
	/** What in one message can cause it: without that message, the rest of a batch may succeed. */
	about?: 'sender' | 'number' | 'text' | 'field';
	successOf?: readonly string[];
	/** Of the recipient. `blocked`, `messagedLately`: the send could reach nobody. */
	says?: 'blocked' | 'messagedLately' | 'wrongNumber';
}

// Assumptions: senderApproval, senderStatuses
const SENDER_NOT_VERIFIED: StatusRow = {
	meaning: 'The sender is not verified',
	hint: 'A number: verify it with Sender, Verify. A name: ask the support of the service to approve it, which takes about five working days.',
	about: 'sender',
};

// Assumptions: statusCodes, doubtfulStatuses, aboutOneMessage
/**
 * The meaning of each status. Sources: specification, "Errors"; gateway-api, sections 10 and 15, for statuses missing there.
 */
export const STATUS_ROWS: Readonly<Record<number, StatusRow>> = {
	0: { meaning: 'The service accepted the request', hint: 'Nothing to do.' },
	1: {
		meaning: 'The service could not read the request',
		hint: "In the credential, set 'Service' to 'Other Address' and try the other 'Request Format'.",
	},
	2: {
		meaning: 'A required field is missing',
		hint: 'Fill in the field that the service names.',
		about: 'field',
	},
	3: {
		meaning: 'The service does not know the API token',
		hint: `Check the API token and the username in the credential: its test says whether the token has expired. ${ALLOWLIST}`,
	},
	4: {
		meaning: 'The account does not have enough credit',
		hint: 'Top up the account or send to fewer numbers. Nothing of this request went out.',
	},
	5: {
		meaning: 'Sending is not permitted at this hour',
		hint: 'Send later, or schedule the message for a permitted hour.',
		retryable: true,
	},
	6: {
		meaning: 'The service could not complete the request',
		hint: 'It may work in a few minutes.',
		retryable: true,
		unclear: true,
	},
	7: {
		meaning: 'The request has the wrong form for this kind of sending',
		hint: 'Send different texts with Send Bulk, one text to many numbers with Send.',
	},
	8: {
		meaning: 'All of the numbers are blocked',
		hint: 'See Blocklist, Get Many. If somebody opted out, leave their number there.',
		says: 'blocked',
	},
	9: {
		meaning: 'At least one phone number is too short or too long',
		hint: CHECK_PHONES,
		about: 'number',
		says: 'wrongNumber',
	},
	10: {
		meaning: 'The API token has expired',
		hint: 'Create a new token in the web console of the service and enter it in the credential.',
	},
	11: {
		meaning: 'The API token does not belong to the username',
		hint: `Check that the token and the username in the credential belong to the same account, and that there is no newer token. ${ALLOWLIST}`,
	},
	12: {
		meaning: 'The account does not have enough money for these destinations',
		hint: 'Top up the account or send to fewer numbers. Nothing of this request went out.',
		// For validate_otp, it answers that the code is wrong.
		successOf: ['validate_otp'],
	},
	502: {
		meaning: 'The token action is not one the service knows',
		hint: 'Use "new" or "current".',
	},
	503: {
		meaning: 'The username is not an account that this token may act for',
		hint: 'Enter your own username or that of one of your sub-accounts.',
	},
	504: {
		meaning: 'The account has no current API token',
		hint: `Create a token in the web console of the service and enter it in the credential. ${ALLOWLIST}`,
	},
	510: {
		meaning: 'No phone number was given',
		hint: 'Enter at least one phone number to verify.',
	},
	511: {
		meaning: 'The account is not entitled to this operation',
		hint: 'Ask the service to enable it. Sub-account operations are for resellers only.',
	},
	512: SENDER_NOT_VERIFIED,
	515: SENDER_NOT_VERIFIED,
	517: {
		meaning: 'The push address is registered already',
		hint: 'Nothing to do: pushes already go to this address.',
	},
	714: {
		meaning: 'The number of days to skip recent recipients is not valid',
		hint: "Set 'Skip If Messaged in Last Days' to 1 to 14 days, or remove the option.",
	},
	715: {
		meaning: 'All of the numbers received a message recently and were skipped',
		hint: "Lower 'Skip If Messaged in Last Days', or send later.",
		retryable: true,
		says: 'messagedLately',
	},
	933: {
		meaning: 'A phone number or the reason is not valid',
		hint: 'Check the numbers, and give a reason for taking them off the blocklist.',
	},
	944: {
		meaning: 'Some of the numbers were not on the blocklist',
		hint: 'Nothing to do: they can receive messages.',
		unclear: true,
		// Specification, "Errors": some numbers were not blocked before.
		successOf: ['rmNumBL'],
	},
	946: {
		meaning: 'The numbers were added to the blocklist',
		hint: 'Nothing to do: they will receive no messages.',
		unclear: true,
		// Specification, "Errors": addNumBL answers 946 instead of 0.
		successOf: ['addNumBL'],
	},
	955: {
		meaning: 'The campaign was cancelled before',
		hint: 'Nothing to do: it will not go out.',
		// The campaign is cancelled, as the user wants.
		successOf: ['cancel'],
	},
	966: { meaning: 'The campaign has already gone out', hint: 'It can no longer be cancelled.' },
	970: {
		meaning: 'The campaign was not cancelled',
		hint: `${SUPPORT} The campaign is still scheduled.`,
	},
	977: {
		meaning: 'The campaign does not exist or belongs to another account',
		hint: 'Check its ID or name, and that your credential belongs to the account that created it.',
	},
	980: {
		meaning: 'A link is not valid',
		hint: 'Check that every link is a full address, and that the text has its placeholder, such as [link-1].',
		about: 'field',
	},
	981: {
		meaning: 'The service could not make a short link',
		hint: 'Check the links, or send without shortening them.',
		about: 'field',
	},
	986: {
		meaning: 'The way to unsubscribe is not valid',
		hint: "Set 'Opt-Out' to 'Removal Link' (3) or 'Reply to Remove' (2), or remove the option.",
	},
	987: {
		meaning: 'Merging contact fields needs exactly one contact list and no single numbers',
		hint: "Send to one contact list only, or switch off 'Merge Contact Fields'.",
	},
	988: {
		meaning: 'The contact list does not exist',
		hint: 'Check the contact list ID with Contact List, Get Many.',
		about: 'field',
	},
	989: {
		meaning: 'The message is too long or empty, or the campaign name is too long',
		hint: 'Use up to 1005 characters for the message and up to 50 for the campaign name.',
		about: 'text',
	},
	990: {
		meaning: 'The amount is more than the credit you hold',
		hint: 'Lower the amount, or top up your own account first.',
	},
	991: { meaning: 'The amount has characters other than digits', hint: 'Enter a whole number.' },
	992: { meaning: 'The sender is too long or too short', hint: CHECK_SENDER, about: 'sender' },
	993: {
		meaning: 'The password is too long or too short',
		hint: 'Choose a password of another length.',
	},
	994: { meaning: 'The username is taken', hint: 'Choose another username.' },
	995: {
		meaning: 'The username is too long or too short',
		hint: 'Choose a username of another length.',
	},
	996: { meaning: 'The name is too long or too short', hint: 'Choose a name of another length.' },
	997: {
		meaning: 'The service does not know this operation',
		hint: 'Check the name of the operation, upper and lower case included.',
	},
	998: {
		meaning: 'The service found something unexpected in the request',
		hint: `${SUPPORT} Tell them the operation and the time.`,
		unclear: true,
	},
	999: {
		meaning: 'The service asks you to contact its support',
		hint: `${SUPPORT} Tell them the operation and the time.`,
		unclear: true,
	},
};

/**
 * Statuses with another meaning for one operation; the key is operation and status, as in `dlr 2`. Sources: specification, the
 * "Errors" line of each operation; gateway-api, section 14, rows 5 and 6.
 */
export const STATUS_OF_OPERATION: ReadonlyMap<
	string,
	Pick<StatusRow, 'meaning' | 'hint'>
> = new Map(
	Object.entries({
		'addNumBL 933': { meaning: 'A phone number is not valid', hint: CHECK_PHONES },
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
	}),
);
