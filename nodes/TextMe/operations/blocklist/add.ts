import { MAX_BLOCKED_PHONES_PER_CALL } from '../../../../gateway/values/limits';
import { internationalOption, phoneNumbers, phonesOnce } from '../../options/recipients';
import { call } from '../../operation';
import { rowResults } from '../../../output/replies';

/** Blocks numbers, so that they get no more messages (specification, addNumBL). */
export const add = call<string[]>({
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
