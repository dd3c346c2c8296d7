import type { IDataObject } from 'n8n-workflow';

import { readBlocklistEntry } from '../../../gateway/events/blocklistEntry';
import { readIncomingMessage } from '../../../gateway/events/incomingMessage';
import { readDate } from '../../../gateway/values/dates';
import type { ReplyTree, ReplyValue } from '../../../gateway/values/tree';
import { openWindow, windowSinceBeginning } from '../../../gateway/values/windows';
import { anyTimeFields, readWindow, timeWindowFields, upToLimit } from '../options/windowFields';
import { switchOption } from '../parameters/option';

// Where a reply is undocumented, the first list of records in it comes out, with the service's field names.

/** Texts that the service sends on contacts' birthdays (specification, Birthday campaigns; gateway-api, section 5). */
export const getBirthdayCampaigns = upToLimit({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many birthday campaigns',
	description: 'List the birthday campaigns of the account',
	tool: {
		use: 'List the texts that the account sends people on their birthday.',
		returns: 'the campaigns with their IDs.',
	},
	root: 'get_birthday_campaigns',
});

/** All contact lists of the account (gateway-api, section 6). */
export const getContactLists = upToLimit({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many contact lists',
	description: 'Read the contact lists of the account',
	tool: {
		use: 'Find out which contact lists there are.',
		returns: 'the lists with their IDs.',
	},
	root: 'getCL',
});

/** The numbers that are blocked (specification, blacklist). */
export const getBlocklist = upToLimit({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many blocked numbers',
	description: 'List blocked numbers, some of their digits hidden, and when they were blocked',
	tool: {
		use: 'Find out who has asked not to be messaged, and when.',
		returns: 'the blocked numbers, some of their digits hidden, and blockedAt.',
	},
	root: 'blacklist',
	fields: anyTimeFields,
	read: (parameters) => ({ ...readWindow(parameters, windowSinceBeginning) }),
	shape: blockedNumber,
	date: 'blockedAt',
});

function blockedNumber(record: IDataObject): IDataObject {
	const { phone, date, message, other } = readBlocklistEntry(record);
	return {
		phone,
		blockedAt: date,
		...(message && { message }),
		...(other && { other: other as IDataObject }),
	};
}

/** Messages that people sent to the account's numbers (specification, incoming; gateway-api, section 9). */
export const getIncomingMessages = upToLimit({
	name: 'Get Incoming Messages',
	value: 'getIncomingMessages',
	action: 'Get incoming messages',
	description: 'Get the messages that people sent to your numbers in a time window',
	tool: {
		use: 'Read what people have written to the account, for instance whether somebody has answered.',
		returns: 'for each message phone, message and date.',
		omit: ['eventId', 'phoneInternational', 'toInternational'],
	},
	root: 'incoming',
	fields: timeWindowFields,
	read: (parameters) => ({ ...readWindow(parameters, openWindow) }),
	shape: (record) => ({ ...readIncomingMessage(record) }),
	date: 'date',
});

const includeSubAccounts = switchOption({
	displayName: 'Include Sub-Accounts',
	name: 'includeSubAccounts',
	description: "Whether the senders of a reseller's sub-accounts are listed as well",
});

/** The verified senders of the account (specification, getVerifiedPhones). */
export const getSenders = upToLimit({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many senders',
	description: 'List the numbers that are verified as senders',
	tool: {
		use: 'Find out which names and numbers messages can be sent from.',
		returns: 'the verified senders.',
	},
	root: 'getVerifiedPhones',
	options: [includeSubAccounts],
	// The gateway knows only the value 1; to exclude sub-accounts, leave the field out.
	read: (parameters) => ({
		is_subs: parameters.option(includeSubAccounts) ? '1' : undefined,
	}),
	shape: withReadDates,
});

/** The date fields' names are undocumented, so we try to read every text with a colon as a date. */
function withReadDates(record: ReplyTree): IDataObject {
	const read = ([name, value]: [string, ReplyValue]) => [
		name,
		typeof value === 'string' && value.includes(':') ? readDate(value) : value,
	];
	return Object.fromEntries(Object.entries(record).map(read)) as IDataObject;
}
