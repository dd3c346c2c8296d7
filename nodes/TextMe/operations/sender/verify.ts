import { InputError, quoted, textsIn } from '../../../../gateway/values/checks';
import { serviceSaid } from '../../../../gateway/replies/transport';
import { atLeastOne, list } from '../../../../gateway/values/lists';
import { toInternational } from '../../../../gateway/phones/phone';
import type { LineType } from '../../../../gateway/phones/sender';
import { checkVerifiable, lineType } from '../../../../gateway/phones/sender';
import { call } from '../../operation';
import { requiredField } from '../../parameters/option';

const phones = requiredField({
	displayName: 'Phone Numbers',
	name: 'phones',
	placeholder: 'e.g. 050-123-4567, 03-123-4567',
	description:
		'Israeli mobile or landline numbers to send from, separated by commas or line breaks. A mobile number gets a link by SMS. From a landline, call the number that the output names.',
	read: listOfNumbers,
});

/** What the number's owner has to do (specification, Sender verification). */
const STILL_NEEDED: Record<LineType, string> = {
	mobile: 'Open the link in the SMS to this number.',
	landline: 'Call the number that the service names from this landline.',
};

const stillNeeded = (phone: string, message: string): string =>
	STILL_NEEDED[lineType(phone)] + (message === '' ? '' : ` ${serviceSaid(message)}`);

/** Starts the verification of numbers as senders (specification, verify_phone). */
export const verifySender = call({
	name: 'Verify',
	value: 'verify',
	action: 'Verify sender',
	description: 'Start the verification of phone numbers, so that you can send from them',
	tool: {
		use: 'Start the verification of a phone number that messages are to be sent from.',
		costs: 'Texts a link to each mobile number and changes the account: call it once for a number.',
		returns: 'for each number what its owner has to do next, in stillNeeded.',
		omit: ['phoneInternational'],
	},
	root: 'verify_phone',
	effect: 'write',
	fields: [phones],
	// The service documents no limit.
	limit: Infinity,
	read: (parameters) => parameters.field(phones),
	body: (entries) => ({ phone: [...new Set(entries.flat())] }),
	replyFields: ['verify_message'],
	outputs({ tree, message }, entries) {
		const said = textsIn(tree.verify_message).join('; ') || message;
		return entries.map((numbers) =>
			numbers.map((phone) => ({
				phone,
				phoneInternational: toInternational(phone),
				lineType: lineType(phone),
				verificationStarted: true,
				stillNeeded: stillNeeded(phone, said),
			})),
		);
	},
});

function listOfNumbers(value: unknown): string[] {
	const entries = list(value);
	const name = entries.find((entry) => /\p{L}/u.test(entry));
	if (name !== undefined) {
		throw new InputError(
			`has a name (${quoted(name)}), and you can only verify numbers here; ask the support of the service to approve a name`,
		);
	}
	return [...new Set(atLeastOne(entries, 'phone number').map(checkVerifiable))];
}
