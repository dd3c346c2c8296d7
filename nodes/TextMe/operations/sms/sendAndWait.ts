import { WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { isLoopback } from '../../../../gateway/baseUrl';
import {
	canBeRepliedTo,
	checkCampaignName,
	checkChoice,
	checkSender,
	checkSwitch,
	InputError,
	plainText,
} from '../../../../gateway/checks';
import { toGatewayDate } from '../../../../gateway/dates';
import { MAX_MESSAGE_CHARACTERS, MAX_REPLY_DAYS, REPLY_DAYS } from '../../../../gateway/limits';
import { textWithLink, textWithoutLink } from '../../../answers/answerLink';
import type { Ask } from '../../../answers/asking';
import { askElement, sentOutput, SHORT_LINK_PLACE } from '../../../answers/asking';
import { WAITING } from '../../../answers/question';
import type { Reminder, Waiting, Way } from '../../../answers/question';
import { languageOf, PAGE_TEXTS } from '../../../answers/page/pageTexts';
import { isReachable } from '../../../answers/reachable';
import type { HoursInput } from '../../../planning/sendingHours';
import { missingShipment, SEND_REPLY } from '../../../shared/replies';
import { checkWithoutPlaces, messageField, sender } from '../../options/message';
import { unlessEmpty } from '../../options/optionGroup';
import {
	internationalOption,
	isInternational,
	onePhone,
	phoneNumber,
	withIds,
} from '../../options/recipients';
import { askTime, sendingHoursOption, sendSettingOptions } from '../../options/sendOptions';
import type { Moment } from '../../options/sendOptions';
import { limitWaitTime, limitWaitTimeOption, milliseconds } from '../../options/waiting';
import type { ItemOperation } from '../../operation';
import type { Parameters } from '../../parameters';
import { approvalButtons, askedPage } from './askedPage';
import { formFields } from './formFields';
import { readReminder, readReplyChoices, replyText } from './replyOptions';
import {
	answerBy,
	approvalType,
	approveLabel,
	buttonChoices,
	BY_REPLY,
	disapproveLabel,
	replyChoices,
	firstAnswerDecides,
	pageTitle,
	reminderOption,
	responseType,
	sendButtonLabel,
	shortenLink,
} from './responseFields';

/** A question to one person, and the answer to wait for. */
interface Question {
	ask: Ask;
	when: Moment;
	waiting: Waiting;
}

/** Asks people by text and continues with their answers (specification, sms; n8n's own Send and Wait for Response). */
export const sendAndWait: ItemOperation<Question> = {
	name: 'Send and Wait for Response',
	// n8n recognizes by this value that the node waits for a person.
	value: 'sendAndWait',
	action: 'Send SMS and wait for response',
	description: 'Ask people by text and wait for their answers',
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
			placeholder: 'e.g. Please approve order {{ $json.id }}',
			description:
				'The text, up to 1005 characters with the link. Write {{ $execution.resumeUrl }} where the link belongs. Without it, the link comes at the end.',
		},
		responseType,
		answerBy,
		approvalType,
		buttonChoices,
		formFields,
		replyChoices,
	],
	options: [
		limitWaitTimeOption,
		reminderOption,
		sendingHoursOption,
		firstAnswerDecides,
		pageTitle,
		sendButtonLabel,
		approveLabel,
		disapproveLabel,
		shortenLink,
		internationalOption,
		...sendSettingOptions.filter(({ name }) => name === 'campaignName'),
	],
	read: readQuestion,
	body: ({ ask }) => askElement(ask),
	externalIds: ({ ask: { externalId } }) => (externalId === undefined ? [] : [externalId]),
	replyFields: SEND_REPLY,
	output: ({ tree }, { ask }): IDataObject => ({ ...sentOutput(tree, ask), outcome: WAITING }),
	warning: missingShipment,
	waiting: ({ waiting }) => waiting,
};

const WAYS: readonly Way[] = ['approval', 'form', 'freeText', 'smsReply'];
const readWay = (value: string) => checkChoice(value, WAYS) as Way;

/** Whether the person who reviews the call of a model approves by SMS reply, not on a page. */
const isApprovedByReply = (parameters: Parameters, way: Way) =>
	way === 'approval' && parameters.isForModel && parameters.get('answerBy') === BY_REPLY;

const readSwitch = unlessEmpty(checkSwitch);
const isThere = unlessEmpty(Boolean);

function readQuestion(parameters: Parameters): Question {
	const responseWay = parameters.checked('responseType', readWay);
	const isApproval = isApprovedByReply(parameters, responseWay);
	const way = isApproval ? 'smsReply' : responseWay;
	const firstDecides = parameters.option('firstAnswerDecides', readSwitch) === true;
	const isShortened = parameters.option('shortenLink', readSwitch) !== false;
	const hasReminder = parameters.option('reminder', isThere) === true;
	const isForAll = !firstDecides && (parameters.itemCount > 1 || hasReminder);
	if (way === 'smsReply') checkThatItCanRead(parameters);
	else checkThatItCanShow(parameters, isForAll);
	const choices = way === 'smsReply' ? choicesOf(parameters, isApproval) : undefined;
	const { at, heldUntil, hours } = parameters.options(askTime);
	const until = endOfWait(parameters, way, at);
	const write = (text: string): Pick<Ask, 'message' | 'shortLink'> =>
		way === 'smsReply'
			? { message: replyText(text, choices) }
			: withLink(parameters, text, isShortened);
	const timing = at === undefined ? undefined : toGatewayDate(at);
	const ask = { ...readAsk(parameters, way, write), timing };
	if (way !== 'smsReply' && hasReminder && firstDecides) {
		throw parameters.refusal(
			'reminder',
			"cannot be combined with 'First Answer Decides'; remove one of the two options",
		);
	}
	const left = until.getTime() - (at ?? Date.now());
	const reminder = reminderOf(parameters, left, ask, write, hours);
	return {
		ask,
		when: { at, heldUntil },
		waiting:
			way === 'smsReply'
				? {
						until,
						at,
						conversation: {
							...{ phone: ask.phone, sender: ask.source, choices, reminder },
							...(isApproval && { isApproval, asksReason: parameters.isHumanReview }),
						},
					}
				: {
						until,
						at,
						page: askedPage(parameters, way, ask.source),
						link: parameters.answerLink,
						isForAll,
						reminder,
					},
	};
}

/** The choices of an SMS reply. In an approval, the first one approves. */
function choicesOf(parameters: Parameters, isApproval: boolean): string[] | undefined {
	if (!isApproval) return parameters.checked('choices', readReplyChoices);
	const { confirmLabel, declineLabel, choices } = approvalButtons(parameters);
	if (choices) throw parameters.refusal('approvalType', "cannot be 'Choices' with 'SMS Reply'");
	const { approve, decline } = PAGE_TEXTS[languageOf(String(parameters.get('message')))];
	return [
		confirmLabel || approve,
		...(declineLabel === undefined ? [] : [declineLabel || decline]),
	];
}

function readAsk(
	parameters: Parameters,
	way: Way,
	write: (text: string) => Pick<Ask, 'message' | 'shortLink'>,
): Ask {
	const source = parameters.checked('source', way === 'smsReply' ? checkReadSender : checkSender);
	const [person] = withIds(parameters, [onePhone(parameters)]);
	parameters.checked('message', checkQuestion);
	if (way !== 'smsReply') checkLink(parameters, parameters.answerLink);
	const text = parameters.markLink(String(parameters.get('message')));
	return {
		source,
		phone: '',
		...person,
		...parameters.refusedAs('message', text, () => write(text)),
		isInternational: isInternational(parameters),
		campaign: parameters.option('campaignName', checkCampaignName),
	};
}

const checkQuestion = (value: unknown) => checkWithoutPlaces(String(value));

function reminderOf(
	parameters: Parameters,
	remainingMs: number,
	ask: Ask,
	write: (text: string) => Pick<Ask, 'message' | 'shortLink'>,
	hours: HoursInput | undefined,
): Reminder | undefined {
	return parameters.option(
		'reminder',
		unlessEmpty(({ values }: { values?: IDataObject }) => {
			const message = parameters.markLink(plainText(values?.message));
			return readReminder({ ...values, message }, remainingMs, ask, write, hours);
		}),
	);
}

/** When the wait ends. A wait for a page costs nothing; a wait for an SMS reply polls the gateway, so it is limited. */
function endOfWait(parameters: Parameters, way: Way, at = Date.now()): Date {
	const limit = limitWaitTime(parameters, at);
	if (way !== 'smsReply') return limit === undefined ? WAIT_INDEFINITELY : new Date(limit);
	const inDays = (days: number) => at + milliseconds(days, 'days');
	if (limit !== undefined && limit > inDays(MAX_REPLY_DAYS)) {
		throw parameters.refusal(
			'limitWaitTime',
			`is more than ${MAX_REPLY_DAYS} days; enter a time that is sooner`,
		);
	}
	return new Date(limit ?? inDays(REPLY_DAYS));
}

const cannot = (parameters: Parameters, reason: string): NodeOperationError =>
	parameters.refusalAbout('Send and Wait for Response', reason);

function checkThatItCanWait(parameters: Parameters): void {
	if (parameters.canWait) return;
	throw cannot(
		parameters,
		'cannot wait inside an AI Agent of version 2 or older; replace that by a new AI Agent node',
	);
}

function checkThatItCanRead(parameters: Parameters): void {
	checkThatItCanWait(parameters);
	if (parameters.canWatch) return;
	throw parameters.refusal(
		'responseType',
		"cannot be 'SMS Reply' before n8n 2.3; update n8n, or choose another",
	);
}

function checkThatItCanShow(parameters: Parameters, isForAll: boolean): void {
	checkThatItCanWait(parameters);
	if (!isForAll || parameters.canAskAll) return;
	if (parameters.itemCount === 1) {
		throw parameters.refusal(
			'reminder',
			parameters.canWatch
				? 'is not possible in a tool; remove the option'
				: 'needs n8n 2.3; update n8n, or remove the option',
		);
	}
	throw cannot(
		parameters,
		`takes one input item at a time ${parameters.canWatch ? 'as a tool' : 'before n8n 2.3'}, not ${parameters.itemCount}; put a Loop Over Items node with batch size 1 before it, or add the option 'First Answer Decides'`,
	);
}

/** Refuses a sender in letters, which nobody can reply to. */
function checkReadSender(value: string): string {
	const name = checkSender(value);
	if (canBeRepliedTo(name)) return name;
	throw new InputError(
		`is a name ("${name}") that nobody can reply to; choose a number that receives messages`,
	);
}

/** @throws InputError when the text with the link is too long */
function withLink(
	{ answerLink, isHumanReview }: Parameters,
	text: string,
	isShortened: boolean,
): Pick<Ask, 'message' | 'shortLink'> {
	const link = isShortened ? SHORT_LINK_PLACE : answerLink;
	// Nobody controls how much a model writes, so its text is cut. The page shows all of it.
	const message = textWithLink(isHumanReview ? cut(text, link) : text, link);
	return isShortened ? { message, shortLink: answerLink } : { message };
}

/** The text, cut so that it fits with the link at its end. */
function cut(text: string, link: string): string {
	const most = MAX_MESSAGE_CHARACTERS - link.length - 1;
	const words = textWithoutLink(text);
	if (words.length <= most) return text;
	// Does not leave half an emoji.
	return `${words.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Refuses a link that no phone can open. With a sandbox on this machine as the gateway, the phones are here, too. */
function checkLink(parameters: Parameters, link: string): void {
	if (isReachable(link) || isLoopback(parameters.baseUrl)) return;
	throw parameters.refusalAbout(
		`The link in the message, ${link.split('?', 1)[0]},`,
		"opens only on this machine or its network; set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.41) to the public address of your n8n, or set 'Response Type' to 'SMS Reply'",
	);
}
