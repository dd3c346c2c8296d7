import type { INodeProperties } from 'n8n-workflow';

import type { Way } from '../../../answers/question';
import { unitOptions } from '../../options/waiting';

const showFor = (way: Way, path = 'responseType') => ({ show: { [path]: [way] } });

/** With n8n's names and values, like `approvalType`, because n8n makes a human-review tool of the operation. */
export const responseType: INodeProperties = {
	displayName: 'Response Type',
	name: 'responseType',
	type: 'options',
	options: [
		{
			name: 'Approval',
			value: 'approval',
			description: 'The person opens a link and clicks a button to approve',
		},
		{
			name: 'Custom Form',
			value: 'form',
			description: 'The person opens a link and fills in a form',
		},
		{
			name: 'Free Text',
			value: 'freeText',
			description: 'The person opens a link and writes an answer',
		},
		{
			name: 'SMS Reply',
			value: 'smsReply',
			description: 'The person texts back. Needs no public address.',
		},
	],
	default: 'approval',
	hint: 'The workflow continues when everybody has answered',
};

export const BY_REPLY = 'smsReply' satisfies Way;

/** Takes the place of the response type, which n8n hides in human review. */
export const answerBy: INodeProperties = {
	displayName: 'Answer By',
	name: 'answerBy',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Link',
			value: 'link',
			description: 'The person opens a link and clicks a button',
		},
		{
			name: 'SMS Reply',
			value: BY_REPLY,
			description: 'The person texts back. Needs no public address.',
		},
	],
	default: 'link',
	hint: 'Use a link where it does harm: a text can be forged. By SMS, a code approves.',
	displayOptions: { show: { '@tool': [true], responseType: ['approval'] } },
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
	displayOptions: showFor('approval'),
};

const choicesField = (
	placeholder: string,
	description: string,
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties => ({
	displayName: 'Choices',
	name: 'choices',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder,
	description,
	displayOptions,
});

export const buttonChoices = choicesField(
	'e.g. Tuesday at 10',
	'One on each line. Each becomes a button.',
	{ show: { responseType: ['approval'] satisfies Way[], approvalType: ['choices'] } },
);

export const replyChoices = choicesField(
	'e.g. Yes',
	"The answers you expect, one on each line. A reply with one of them, or with its number, comes out as 'choice'. If left empty, every reply comes out as text.",
	showFor('smsReply'),
);

/** Shows an option only if people answer on a page. */
const forPage = {
	show: { '/responseType': ['approval', 'form', 'freeText'] satisfies Way[] },
};

const buttonLabel = (
	displayName: string,
	name: string,
	placeholder: string,
	...approvalTypes: string[]
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
	description: 'If left empty, it follows the language of the message',
	displayOptions: {
		show: { '/responseType': ['approval'] satisfies Way[], '/approvalType': approvalTypes },
	},
});

export const approveLabel = buttonLabel(
	'Approve Button Label',
	'approveLabel',
	'e.g. Approve',
	'double',
	'single',
);

export const disapproveLabel = buttonLabel(
	'Disapprove Button Label',
	'disapproveLabel',
	'e.g. Decline',
	'double',
);

export const answerByCode: INodeProperties = {
	displayName: 'Answer by Code',
	name: 'answerByCode',
	type: 'boolean',
	default: true,
	description:
		'Whether each choice gets a random code of two digits, and nothing else chooses it. Use it where a wrong answer does harm.',
	displayOptions: showFor('smsReply', '/responseType'),
};

export const firstAnswerDecides: INodeProperties = {
	displayName: 'First Answer Decides',
	name: 'firstAnswerDecides',
	type: 'boolean',
	default: true,
	description:
		'Whether to continue with the first answer. The other links then no longer work. Without this option, the workflow continues when everybody has answered.',
	displayOptions: forPage,
};

export const reminderOption: INodeProperties = {
	displayName: 'Reminder',
	name: 'reminder',
	type: 'fixedCollection',
	default: { values: { amount: 1, unit: 'days', message: '' } },
	description: 'Sends one more text to whoever has not answered after this time',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'After',
					name: 'amount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 0 },
					default: 1,
					description: 'How long after the question',
				},
				{
					displayName: 'Unit',
					name: 'unit',
					type: 'options',
					options: unitOptions,
					default: 'days',
				},
				{
					displayName: 'Message',
					name: 'message',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					placeholder: 'e.g. We are still waiting for your answer',
					description: 'If left empty, the question is sent again',
				},
			],
		},
	],
};

export const shortenLink: INodeProperties = {
	displayName: 'Shorten Link',
	name: 'shortenLink',
	type: 'boolean',
	default: true,
	description:
		'Whether the service shortens the link, which saves two SMS. A short link is easier to guess, so approvals have a long one unless you add this; forms and free text have a short one unless you switch it off.',
	displayOptions: forPage,
};
