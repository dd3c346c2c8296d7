import type { IDataObject } from 'n8n-workflow';

import { isLoopback } from '../../../../gateway/baseUrl';
import { InputError, plainText } from '../../../../gateway/checks';
import { canBeRepliedTo, checkSender } from '../../../../gateway/identifiers';
import { MOST_REPLY_DAYS, REPLY_DAYS } from '../../../../gateway/limits';
import { normalizePhone } from '../../../../gateway/phone';
import { textWithLink } from '../../../answers/answerLink';
import type { AskElement } from '../../../answers/asking';
import { sentOutput } from '../../../answers/asking';
import { WAITING } from '../../../answers/question';
import type { Reminder, Way } from '../../../answers/question';
import { isReachable } from '../../../answers/reachable';
import { missingShipment, SEND_REPLY } from '../../../shared/acceptedReply';
import { checkWithoutPlaces } from '../../fields/links';
import { messageField, sender } from '../../fields/messageFields';
import { internationalOption, phoneNumber } from '../../fields/phoneNumbers';
import { externalIdsIn, withIds } from '../../fields/recipients';
import { limitWaitTimeOption, waitUntil } from '../../fields/waiting';
import type { ItemOperation } from '../../operation';
import type { Parameters } from '../../parameters';
import { askedPage } from './askedPage';
import { formFields } from './formFields';
import { readReminder, readReplyChoices, replyText } from './replyOptions';
import {
	approvalOptions,
	choicesOption,
	firstAnswerDecides,
	pageTitle,
	reminderOption,
	responseType,
	sendButtonLabel,
	shortenLink,
} from './responseFields';

/** The id of the only short link of a message (specification, sms). */
const SHORT_LINK_ID = '1';

/** Asks people by text and goes on with their answers (specification, sms; n8n's own Send and Wait for Response). */
export const sendAndWait: ItemOperation<AskElement> = {
	name: 'Send and Wait for Response',
	// n8n recognizes by this value that the node waits for a person.
	value: 'sendAndWait',
	action: 'Send SMS and wait for response',
	description: 'Ask people by text and go on with their answers',
	builderHint:
		'Use it if the workflow has to wait for what a person decides or writes. Returns outcome (approved, disapproved, answered or timedOut), phone and data with the answer. Asks a person for each item and waits for all of them, or for the first answer with the option firstAnswerDecides.',
	// n8n makes a human-review tool of the operation.
	tool: undefined,
	root: 'sms',
	effect: 'send',
	guard: { harmless: 'a question reaches one person, and counts against the message limit' },
	messages: () => 1,
	fields: [
		sender,
		{ ...phoneNumber, description: 'One number, written as you like' },
		{
			...messageField,
			placeholder: 'e.g. Please approve order {{ $json.id }}: {{ $execution.resumeUrl }}',
			description:
				'The text, up to 1005 characters with the link. Write {{ $execution.resumeUrl }} where the link belongs. Without it, the link comes at the end.',
		},
		responseType,
		approvalOptions,
		formFields,
	],
	options: [
		choicesOption,
		firstAnswerDecides,
		internationalOption,
		limitWaitTimeOption,
		pageTitle,
		reminderOption,
		sendButtonLabel,
		shortenLink,
	],
	body(parameters) {
		checkThatItCanWait(parameters);
		// Checked before the send, which cannot be taken back.
		untilOf(parameters);
		if (isByText(parameters)) conversationOf(parameters);
		else askedPage(parameters, senderOf(parameters));
		reminderOf(parameters);
		return askElement(parameters);
	},
	externalIds: ({ destinations }) => externalIdsIn(destinations),
	replyFields: SEND_REPLY,
	output: ({ tree }, element): IDataObject => ({ outcome: WAITING, ...sentOutput(tree, element) }),
	warning: missingShipment,
	waiting: (parameters) => ({
		until: untilOf(parameters),
		...(isByText(parameters)
			? { conversation: { ...conversationOf(parameters), reminder: reminderOf(parameters) } }
			: {
					page: askedPage(parameters, senderOf(parameters)),
					isForAll: isForAll(parameters),
					reminder: reminderOf(parameters),
				}),
	}),
};

const askElement = (parameters: Parameters): AskElement => ({
	source: senderOf(parameters),
	destinations: { phone: withIds(parameters, [phoneOf(parameters)]) },
	...messageOf(parameters),
	includes_international: isInternational(parameters) ? '1' : undefined,
});

function conversationOf(parameters: Parameters) {
	const choices = parameters.filledOption('choices', readReplyChoices);
	return { phone: phoneOf(parameters), sender: senderOf(parameters), choices };
}

function reminderOf(parameters: Parameters): Reminder | undefined {
	if (parameters.option('reminder') === undefined) return undefined;
	if (!isByText(parameters) && parameters.option('firstAnswerDecides') === true) {
		throw parameters.refusal(
			'reminder',
			"cannot be combined with 'First Answer Decides'; remove one of the two options",
		);
	}
	const ask = askElement(parameters);
	const remainingMs = untilOf(parameters).getTime() - Date.now();
	return parameters.checkedOption('reminder', ({ values }: { values?: IDataObject }) => {
		const message = parameters.withLinkPlace(plainText(values?.message));
		return readReminder({ ...values, message }, remainingMs, ask, (text) =>
			isByText(parameters) ? { message: replyText(text) } : withLink(parameters, text),
		);
	});
}

/** A wait for the page costs nothing; a wait for a text polls the gateway, so it is limited. */
const untilOf = (parameters: Parameters) =>
	waitUntil(parameters, isByText(parameters) ? { days: REPLY_DAYS, most: MOST_REPLY_DAYS } : {});

/** Whether a sub-execution asks: several people who are all to answer, or somebody who is reminded. */
const isForAll = (parameters: Parameters) =>
	parameters.option('firstAnswerDecides') !== true &&
	(parameters.itemCount > 1 || parameters.option('reminder') !== undefined);

const isByText = (parameters: Parameters) => parameters.get<Way>('responseType') === 'smsReply';

function checkThatItCanWait(parameters: Parameters): void {
	const refusal = (reason: string) => parameters.refusalAbout('Send and Wait for Response', reason);
	if (!parameters.canWait) {
		throw refusal(
			'cannot wait inside an AI Agent of version 2 or older; replace that by a new AI Agent node',
		);
	}
	if (isByText(parameters)) {
		if (parameters.canWatch) return;
		throw parameters.refusal(
			'responseType',
			"cannot be 'SMS Reply' before n8n 2.3; update n8n, or choose another",
		);
	}
	if (isForAll(parameters) && !parameters.canAskAll) {
		if (parameters.itemCount === 1) {
			throw parameters.refusal(
				'reminder',
				parameters.canWatch
					? 'is not possible in a tool; remove the option'
					: 'needs n8n 2.3; update n8n, or remove the option',
			);
		}
		throw refusal(
			`takes one input item at a time ${parameters.canWatch ? 'as a tool' : 'before n8n 2.3'}, not ${parameters.itemCount}; put a Loop Over Items node with batch size 1 before it, or add the option 'First Answer Decides'`,
		);
	}
}

/** A sender in letters cannot be texted back. */
const senderOf = (parameters: Parameters): string =>
	parameters.checked('source', (value: string) => {
		const name = checkSender(value);
		if (!isByText(parameters) || canBeRepliedTo(name)) return name;
		throw new InputError(
			`is a name ("${name}") that nobody can reply to; choose a number that receives messages`,
		);
	});

function messageOf(parameters: Parameters): Pick<AskElement, 'message' | 'links'> {
	parameters.checked('message', (value: unknown) => checkWithoutPlaces(String(value)));
	if (isByText(parameters)) {
		const message = parameters.checked('message', (value: string) =>
			replyText(parameters.withLinkPlace(String(value))),
		);
		return { message, links: undefined };
	}
	checkLink(parameters, parameters.answerLink);
	return parameters.checked('message', (value: string) =>
		withLink(parameters, parameters.withLinkPlace(String(value))),
	);
}

/** @throws InputError when the text with the link is too long */
function withLink(parameters: Parameters, text: string): Pick<AskElement, 'message' | 'links'> {
	const { answerLink } = parameters;
	const isShort = parameters.option<boolean>('shortenLink') !== false;
	return {
		message: textWithLink(text, isShort ? `[link-${SHORT_LINK_ID}]` : answerLink),
		links: isShort ? { link: [{ $: { id: SHORT_LINK_ID }, _: answerLink }] } : undefined,
	};
}

/** Refuses a link that no phone can open. If the gateway is a sandbox on this machine, the phones are here too. */
function checkLink(parameters: Parameters, link: string): void {
	if (isReachable(link) || isLoopback(parameters.account.baseUrl)) return;
	throw parameters.refusalAbout(
		`The link in the message, ${link.split('?', 1)[0]},`,
		"opens only on this machine or its network; set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.41) to the public address of your n8n, or set 'Response Type' to 'SMS Reply'",
	);
}

const isInternational = (parameters: Parameters) =>
	parameters.option<boolean>('includesInternational') === true;

const phoneOf = (parameters: Parameters): string =>
	parameters.checked('phone', (value: string) =>
		normalizePhone(value, { international: isInternational(parameters) }),
	);
