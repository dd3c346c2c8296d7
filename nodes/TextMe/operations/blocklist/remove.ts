import type { INodeProperties } from 'n8n-workflow';

import { requiredText } from '../../../../gateway/values/checks';
import { unblockedCounts } from '../../../../gateway/replies/replyCounts';
import { internationalOption, phoneNumbers, phonesOnce } from '../../options/recipients';
import type { CallOperation } from '../../operation';
import { rowResults } from '../../../output/replies';

const reasonField: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Asked by phone to get messages again',
	description: 'Why you may message these numbers again. The service requires a reason.',
};

/**
 * Unblocks numbers (gateway-api, section 7). One request per item, although the service takes many numbers at once: the reply
 * only counts them and does not say which were not blocked.
 */
export const remove: CallOperation<{ phones: { phone: string[] }; reason: string }> = {
	name: 'Remove',
	value: 'remove',
	action: 'Remove numbers from blocklist',
	description: 'Unblock phone numbers, so that messages can be sent to them again',
	tool: {
		use: 'Unblock phone numbers. Use it only when the person has asked for it.',
		returns: 'how many were unblocked, and how many were not blocked.',
	},
	root: 'rmNumBL',
	effect: 'write',
	fields: [
		{
			...phoneNumbers,
			description: `${phoneNumbers.description} Enter complete numbers: Get Many hides some of their digits.`,
		},
		reasonField,
	],
	options: [internationalOption],
	read: (parameters) => ({
		phones: { phone: phonesOnce(parameters) },
		reason: parameters.checked('reason', readReason),
	}),
	outputs(reply, [{ phones }]) {
		const [rows] = rowResults(reply, [phones.phone.map((phone) => ({ phone }))]);
		const counts = unblockedCounts(reply.status, reply.message, rows?.phones.length ?? 0);
		// If the reply has no count, only its message says what was done.
		return [
			{ ...counts, ...rows, ...(counts.removed === undefined && { notes: [reply.message] }) },
		];
	},
};

const readReason = (value: unknown) =>
	requiredText(value, 'say why the numbers may be messaged again');
