import { MAX_BLOCKED_PHONES_PER_CALL } from '../../../../gateway/values/limits';
import { requiredText } from '../../../../gateway/values/checks';
import { rowResults } from '../../../output/replies';
import { call } from '../../operation';
import { internationalOption, phoneNumbers, phonesOnce } from '../../options/recipients';
import { requiredField } from '../../parameters/option';

/** Blocks numbers, so that they get no more messages (specification, addNumBL). */
export const block = call({
	name: 'Add',
	value: 'add',
	action: 'Add numbers to blocklist',
	description: 'Block phone numbers, so that nothing is sent to them any more',
	tool: {
		use: 'Block phone numbers, so that they get no more messages. Use it when a person asks not to be messaged again, after your last answer: no answer reaches them any more.',
		returns: 'how many were blocked, and which were rejected and why.',
	},
	root: 'addNumBL',
	effect: 'write',
	fields: [phoneNumbers],
	options: [internationalOption],
	limit: MAX_BLOCKED_PHONES_PER_CALL,
	read: phonesOnce,
	weight: (phones) => phones.length,
	body: (entries) => ({ phones: { phone: [...new Set(entries.flat())] } }),
	outputs: (reply, entries) =>
		rowResults(
			reply,
			entries.map((phones) => phones.map((phone) => ({ phone }))),
		).map((rows) => ({ added: rows.phones.length, ...rows })),
});

/** Not a failure (specification, rmNumBL). */
const SOME_NOT_ON_LIST = 944;

const reason = requiredField({
	displayName: 'Reason',
	name: 'reason',
	placeholder: 'e.g. Asked by phone to get messages again',
	description: 'Why you may message these numbers again. The service requires a reason.',
	read: (text: unknown) => requiredText(text, 'say why the numbers may be messaged again'),
});

/**
 * Unblocks numbers (gateway-api, section 7). One request per item, although the service takes many numbers at once: the reply
 * only counts them and does not say which were not blocked.
 */
export const unblock = call({
	name: 'Remove',
	value: 'remove',
	action: 'Remove numbers from blocklist',
	description: 'Unblock phone numbers, so that messages can be sent to them again',
	tool: {
		use: 'Unblock phone numbers. Use it only when the person has asked for it.',
		returns: 'how many were unblocked, or in notes, how many of them were not blocked.',
	},
	root: 'rmNumBL',
	effect: 'write',
	fields: [
		{
			...phoneNumbers,
			description: `${phoneNumbers.description} Enter complete numbers: Get Many hides some of their digits.`,
		},
		reason,
	],
	options: [internationalOption],
	read: (parameters) => ({
		phones: { phone: phonesOnce(parameters) },
		reason: parameters.field(reason),
	}),
	outputs(reply, [{ phones }]) {
		const [rows] = rowResults(reply, [phones.phone.map((phone) => ({ phone }))]);
		if (reply.status !== SOME_NOT_ON_LIST) return [{ removed: rows?.phones.length, ...rows }];
		// Only the service's words say how many were on the list.
		return [{ ...rows, notes: [...(rows?.notes ?? []), reply.message] }];
	},
});
