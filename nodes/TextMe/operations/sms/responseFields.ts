import type { INodeProperties } from 'n8n-workflow';

import type { Way } from '../../../answers/question';
import { unitOptions } from '../../options/waiting';

const showFor = (way: Way) => ({ show: { responseType: [way] } });

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
	hint: 'With an SMS reply, any other text declines, and is passed on as the reason',
	displayOptions: { show: { '@tool': [true], responseType: ['approval'] } },
};

const IN_ITS_LANGUAGE = 'If left empty, it follows the language of the message';

export const approvalType: INodeProperties = {
	displayName: 'Type of Approval',
	name: 'approvalType',
	type: 'options',
	options: [
		{ name: 'Approve and Disapprove', value: 'double' },
		{ name: 'Approve Only', value: 'single' },
		{ name: 'Choices', value: 'choices' },
	],
	default: 'single',
	displayOptions: showFor('approval'),
};

export const buttonChoices: INodeProperties = {
	displayName: 'Choices',
	name: 'choices',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Tuesday at 10',
	description: 'One on each line. Each becomes a button.',
	displayOptions: {
		show: { responseType: ['approval'] satisfies Way[], approvalType: ['choices'] },
	},
};

const buttonLabel = (
	displayName: string,
	name: string,
	placeholder: string,
	approvalTypes: string[],
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
	description: IN_ITS_LANGUAGE,
	displayOptions: {
		show: { '/responseType': ['approval'] satisfies Way[], '/approvalType': approvalTypes },
	},
});

export const approveLabel = buttonLabel('Approve Button Label', 'approveLabel', 'e.g. Approve', [
	'double',
	'single',
]);

export const disapproveLabel = buttonLabel(
	'Disapprove Button Label',
	'disapproveLabel',
	'e.g. Decline',
	['double'],
);

/** Shows an option only if people answer on a page. */
const forPage = {
	show: { '/responseType': ['approval', 'form', 'freeText'] satisfies Way[] },
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

export const pageTitle: INodeProperties = {
	displayName: 'Page Title',
	name: 'pageTitle',
	type: 'string',
	default: '',
	placeholder: 'e.g. Order 1042',
	description: `Heading of the page behind the link. ${IN_ITS_LANGUAGE}.`,
	displayOptions: forPage,
};

export const replyChoices: INodeProperties = {
	displayName: 'Choices',
	name: 'choices',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Yes',
	description:
		"The answers you expect, one on each line. A reply with one of them, or with its number, comes out as 'choice'. If left empty, every reply comes out as text.",
	displayOptions: showFor('smsReply'),
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

export const sendButtonLabel: INodeProperties = {
	displayName: 'Send Button Label',
	name: 'sendButtonLabel',
	type: 'string',
	default: '',
	placeholder: 'e.g. Send',
	description: IN_ITS_LANGUAGE,
	displayOptions: { show: { '/responseType': ['form', 'freeText'] satisfies Way[] } },
};

export const shortenLink: INodeProperties = {
	displayName: 'Shorten Link',
	name: 'shortenLink',
	type: 'boolean',
	default: true,
	description:
		'Whether the service shortens the link, which saves two SMS. A short link is easier to guess: switch this off where a wrong answer does harm.',
	displayOptions: forPage,
};
