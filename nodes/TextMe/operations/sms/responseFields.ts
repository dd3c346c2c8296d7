import type { INodeProperties } from 'n8n-workflow';

import { checkFilledIn, plainText } from '../../../../gateway/values/checks';
import { choiceField, switchOption, textField, unlessEmpty } from '../../parameters/option';

const showFor = (way: 'approval' | 'smsReply') => ({ show: { responseType: [way] } });

/** n8n's own names and values, as for `approvalType`: n8n makes a human-review tool of this operation. */
export const responseType = choiceField({
	displayName: 'Response Type',
	name: 'responseType',
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
});

export const approvalType = choiceField({
	displayName: 'Type of Approval',
	name: 'approvalType',
	options: [
		{ name: 'Approve and Disapprove', value: 'double' },
		{ name: 'Approve Only', value: 'single' },
		{ name: 'Choices', value: 'choices' },
	],
	default: 'double',
	hint: "The link makes 3 SMS of a text in Hebrew. 'Shorten Link' saves 2 of them, but is easier to guess.",
	displayOptions: showFor('approval'),
});

const choices = textField({
	displayName: 'Choices',
	name: 'choices',
	typeOptions: { rows: 3 },
});

export const buttonChoices: INodeProperties = {
	...choices,
	placeholder: 'e.g. Tuesday at 10',
	hint: 'One on each line, 2 to 10',
	description: 'Each becomes a button',
	displayOptions: { show: { responseType: ['approval'], approvalType: ['choices'] } },
};

export const replyChoices: INodeProperties = {
	...choices,
	placeholder: 'e.g. Yes',
	hint: 'One on each line, optional',
	description:
		"The answers you expect. A reply with one of them, or with its number, is output as 'choice'. If left empty, every reply is output as text.",
	displayOptions: showFor('smsReply'),
};

const APPROVAL = { '/responseType': ['approval'] };

const buttonLabel = {
	description: 'If left empty, it follows the language of the message',
	read: unlessEmpty((text: unknown) => plainText(text).trim()),
};

export const approveLabel = textField({
	...buttonLabel,
	displayName: 'Approve Button Label',
	name: 'approveLabel',
	placeholder: 'e.g. Approve',
	displayOptions: { show: { ...APPROVAL, '/approvalType': ['double', 'single'] } },
});

export const disapproveLabel = textField({
	...buttonLabel,
	displayName: 'Disapprove Button Label',
	name: 'disapproveLabel',
	placeholder: 'e.g. Decline',
	displayOptions: { show: { ...APPROVAL, '/approvalType': ['double'] } },
});

export const shortenLink = switchOption({
	displayName: 'Shorten Link',
	name: 'shortenLink',
	description:
		'Whether the service shortens the link, which saves two SMS. A short link is easier to guess.',
	displayOptions: { show: APPROVAL },
});

/** Choices without duplicates: one per line, or an array from an expression. */
export function readChoices(value: unknown): string[] {
	const lines = Array.isArray(value) ? value.map(plainText) : plainText(value).split(/[\r\n]+/);
	const filled = lines.map((line) => checkFilledIn(line).trim());
	return [...new Set(filled.filter((line) => line !== ''))];
}
