import type { INodeProperties } from 'n8n-workflow';

import { requiredText } from '../../../../gateway/values/checks';
import { internationalOption, phoneNumbers, phonesOnce } from '../../options/recipients';
import { call } from '../../operation';
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
export const remove = call<{ phones: { phone: string[] }; reason: string }>({
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
		reasonField,
	],
	options: [internationalOption],
	read: (parameters) => ({
		phones: { phone: phonesOnce(parameters) },
		reason: parameters.checked('reason', readReason),
	}),
	outputs(reply, [{ phones }]) {
		const [rows] = rowResults(reply, [phones.phone.map((phone) => ({ phone }))]);
		if (reply.status !== SOME_NOT_ON_LIST) return [{ removed: rows?.phones.length, ...rows }];
		// Only the service's words say how many were on the list.
		return [{ ...rows, notes: [...(rows?.notes ?? []), reply.message] }];
	},
});

/** Not a failure (specification, rmNumBL). */
const SOME_NOT_ON_LIST = 944;

const readReason = (value: unknown) =>
	requiredText(value, 'say why the numbers may be messaged again');
