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

/** A text of the page. */
const label = (
	displayName: string,
	name: string,
	placeholder: string,
	displayOptions: INodeProperties['displayOptions'],
	description = IN_ITS_LANGUAGE,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
	description,
	displayOptions,
});

const inApproval = (...approvalTypes: string[]) => ({
	show: { '/responseType': ['approval'] satisfies Way[], '/approvalType': approvalTypes },
});

export const approveLabel = label(
	'Approve Button Label',
	'approveLabel',
	'e.g. Approve',
	inApproval('double', 'single'),
);

export const disapproveLabel = label(
	'Disapprove Button Label',
	'disapproveLabel',
	'e.g. Decline',
	inApproval('double'),
);

export const sendButtonLabel = label('Send Button Label', 'sendButtonLabel', 'e.g. Send', {
	show: { '/responseType': ['form', 'freeText'] satisfies Way[] },
});

export const pageTitle = label(
	'Page Title',
	'pageTitle',
	'e.g. Order 1042',
	forPage,
	`Heading of the page behind the link. ${IN_ITS_LANGUAGE}.`,
);

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
		'Whether the service shortens the link, which saves two SMS. A short link is easier to guess: switch this off where a wrong answer does harm.',
	displayOptions: forPage,
};
