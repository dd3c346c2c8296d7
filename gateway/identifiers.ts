import { InputError, plainText, quoted, requiredText } from './checks';
import { MAX_CAMPAIGN_NAME_CHARACTERS, MAX_SENDER_CHARACTERS } from './limits';

// Assumption: senders
// The specification allows digits and English letters; a sender with an inner space is approved and in use all the same
// (gateway-api, section 14, row 16).
const SENDER = /^[0-9A-Za-z](?:[0-9A-Za-z ]*[0-9A-Za-z])?$/;

/**
 * The sender without surrounding spaces: up to 11 digits or English letters. Source: specification, "Limits".
 * Only the gateway knows whether the sender is verified.
 * @throws InputError
 */
export function checkSender(text: string | number): string {
	const sender = requiredText(text, 'enter a verified sender');
	if (sender.startsWith('+')) {
		throw new InputError('starts with "+"; enter the number without it, e.g. 0501234567');
	}
	if (sender.length > MAX_SENDER_CHARACTERS) {
		throw new InputError(
			`has ${sender.length} characters; the service allows ${MAX_SENDER_CHARACTERS}`,
		);
	}
	if (!SENDER.test(sender)) {
		throw new InputError('has characters other than digits and English letters; use only these');
	}
	return sender;
}

/** Whether people can text back: a sender in letters receives nothing. */
export const canBeRepliedTo = (sender: string): boolean => /^\d+$/.test(sender);

/**
 * The name of a campaign without surrounding spaces, 1 to 50 characters (UTF-16 code units).
 * Source: specification, "Limits".
 * @throws InputError
 */
export function checkCampaignName(text: string | number): string {
	const name = requiredText(text, 'enter a campaign name');
	if (name.length > MAX_CAMPAIGN_NAME_CHARACTERS) {
		throw new InputError(
			`has ${name.length} characters; the service allows ${MAX_CAMPAIGN_NAME_CHARACTERS}`,
		);
	}
	return name;
}

/**
 * The id of a campaign, digits only. Source: specification, "Campaign". The shipment id of a send is very likely the same
 * id, but this is not documented (gateway-api, section 3, "sms").
 * @throws InputError
 */
export function checkCampaignId(value: string | number): string {
	const id = requiredText(value, 'enter an ID');
	if (!/^\d+$/.test(id)) {
		throw new InputError(`is not an ID (${quoted(id)}); use digits only`);
	}
	return id;
}

/**
 * Takes the place of an external id in dlrByDate, which then filters nothing. Nobody could ask for a message with this id.
 * Source: specification, "dlrByDate".
 */
export const NO_ID = 'null';

// Assumption: externalIds
/**
 * The customer's own id of a message, without surrounding spaces; empty when no reports are wanted. No limit on its
 * length is on record. Source: specification, "Message destination", "dlrByDate".
 * @throws InputError
 */
export function checkExternalId(text: string | number): string {
	const id = plainText(text).trim();
	if (id.toLowerCase() === NO_ID) {
		throw new InputError('is "null", which the service reads as no ID; choose another ID');
	}
	return id;
}
