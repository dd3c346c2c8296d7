import type { INodeProperties } from 'n8n-workflow';

import { checkFilledIn, checkSwitch, plainText } from '../../../../gateway/values/checks';
import { option, unlessEmpty } from '../../parameters/option';

export const WAYS = ['approval', 'smsReply'] as const;

type Way = (typeof WAYS)[number];

const showFor = (way: Way) => ({ show: { responseType: [way] } });

/** n8n's own names and values, as for `approvalType`: n8n makes a human-review tool of this operation. */
export const responseType: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description:
				'The person opens a link and clicks a button. All numbers of the item get the same link, and the first answer decides. Takes one item at a time.',
		},
		{
			name: 'SMS Reply',
			value: 'smsReply',
			description:
				'The person texts back: the first text to the sender after the question answers it. Takes one number for each item, and waits for everybody. Needs no public address.',
		},
	],
	default: 'approval',
};

export const approvalType: INodeProperties = {
	displayName: 'Type of Approval',
	name: 'approvalType',
	type: 'options',
	options: [
		{ name: 'Approve and Disapprove', value: 'double' },
		{ name: 'Approve Only', value: 'single' },
		{ name: 'Choices', value: 'choices' },
	],
	default: 'double',
	hint: "The link makes 3 SMS of a text in Hebrew. 'Shorten Link' saves 2 of them, but is easier to guess.",
	displayOptions: showFor('approval'),
};

const choices: INodeProperties = {
	displayName: 'Choices',
	name: 'choices',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
};

export const buttonChoices: INodeProperties = {
	...choices,
	placeholder: 'e.g. Tuesday at 10',
	hint: 'One on each line, 2 to 10',
	description: 'Each becomes a button',
	displayOptions: {
		show: { responseType: ['approval'] satisfies Way[], approvalType: ['choices'] },
	},
};

export const replyChoices: INodeProperties = {
	...choices,
	placeholder: 'e.g. Yes',
	hint: 'One on each line, optional',
	description:
		"The answers you expect. A reply with one of them, or with its number, is output as 'choice'. If left empty, every reply is output as text.",
	displayOptions: showFor('smsReply'),
};

const APPROVAL = { '/responseType': ['approval'] satisfies Way[] };

const buttonLabel = {
	type: 'string',
	default: '',
	description: 'If left empty, it follows the language of the message',
	read: unlessEmpty((text: unknown) => plainText(text).trim()),
} as const;

export const approveLabel = option({
	...buttonLabel,
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	placeholder: 'e.g. Approve',
	displayOptions: { show: { ...APPROVAL, '/approvalType': ['double', 'single'] } },
});

export const disapproveLabel = option({
	...buttonLabel,
	displayName: 'Disapprove Button Label',
	name: 'disapproveLabel',
	placeholder: 'e.g. Decline',
	displayOptions: { show: { ...APPROVAL, '/approvalType': ['double'] } },
});

export const shortenLink = option({
	displayName: 'Shorten Link',
	name: 'shortenLink',
	type: 'boolean',
	default: true,
	description:
		'Whether the service shortens the link, which saves two SMS. A short link is easier to guess.',
	displayOptions: { show: APPROVAL },
	read: unlessEmpty(checkSwitch),
});

/** Choices without duplicates: one per line, or an array from an expression. */
export function readChoices(value: unknown): string[] {
	const lines = Array.isArray(value) ? value.map(plainText) : plainText(value).split(/[\r\n]+/);
	const filled = lines.map((line) => checkFilledIn(line).trim());
	return [...new Set(filled.filter((line) => line !== ''))];
}
