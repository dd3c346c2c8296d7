import { WAIT_INDEFINITELY } from 'n8n-workflow';

import {
	canBeRepliedTo,
	checkChoice,
	checkSender,
	InputError,
} from '../../../../gateway/values/checks';
import type { Conversation } from '../../../../gateway/events/conversation';
import { MAX_REPLY_DAYS, REPLY_DAYS } from '../../../../gateway/values/limits';
import { sentOutput } from '../../../answers/asking';
import { WAITING } from '../../../answers/question';
import type { Page, PageWay, ReplyForm, Waiting, Way } from '../../../answers/question';
import type { Message } from '../../../../gateway/texts/messages';
import { missingShipment } from '../../../output/replies';
import { checkWithoutPlaces, messageField, ofMessages, sender } from '../../options/message';
import {
	internationalOption,
	isInternational,
	onePhone,
	phoneNumber,
	withIds,
} from '../../options/recipients';
import { replyLimits } from '../../options/runLimits';
import { askedWithin, campaignName, sendingHoursOption } from '../../options/sendOptions';
import { limitWaitTime, limitWaitTimeOption, milliseconds } from '../../options/waiting';
import type { Sending, SendOperation } from '../../operation';
import type { Parameters } from '../../parameters/parameters';
import { askedPage } from './askedPage';
import { askedText } from './askedText';
import { formFields } from './formFields';
import { checkLink, withLink } from './linkedText';
import { askedByReply, readReplyChoices } from './replyChoices';
import {
	approvalType,
	approveLabel,
	buttonChoices,
	disapproveLabel,
	replyChoices,
	responseType,
	shortenLink,
} from './responseFields';

/** Asks people by text and continues with their answers (specification, sms; n8n's own Send and Wait for Response). */
export const sendAndWait: SendOperation = {
	...ofMessages,
	asks: true,
	comparesTexts: true,
	name: 'Send and Wait for Response',
	// n8n recognizes a node that waits for a person by this value.
	value: 'sendAndWait',
	action: 'Send SMS and wait for response',
	description: 'Ask people by text and wait for their answers',
	builderHint:
		'Use it if the workflow has to wait for what a person decides or writes. Returns outcome (approved, disapproved, answered or timedOut), phone and data with the answer. Asks a person for each item. By link, the first answer decides; by SMS reply, it waits for everybody.',
	// n8n itself makes a human-review tool of this operation.
	tool: undefined,
	fields: [
		sender,
		{ ...phoneNumber, description: 'One number, written as you like' },
		{
			...messageField,
			placeholder: 'e.g. Please approve order 1042',
			description:
				'The text, up to 1005 characters with the link. Write {{ $execution.resumeUrl }} where the link belongs. Without it, the link comes at the end.',
		},
		responseType,
		approvalType,
		buttonChoices,
		formFields,
		replyChoices,
	],
	options: [
		limitWaitTimeOption,
		sendingHoursOption,
		approveLabel,
		disapproveLabel,
		shortenLink,
		internationalOption,
		replyLimits,
		campaignName,
	],
	read: readQuestion,
	outputs: ({ tree }, [message], settings, at) => [
		{ outcome: WAITING, ...sentOutput(tree, message, settings, at) },
	],
	warning: missingShipment,
};

const WAYS: readonly Way[] = ['approval', 'form', 'freeText', 'smsReply'];
const readWay = (value: string) => checkChoice(value, WAYS) as Way;

const SUBJECT = 'Send and Wait for Response';

function readQuestion(parameters: Parameters): Sending {
	const way = parameters.checked('responseType', readWay);
	checkThatItCanWait(parameters, way);
	const within = parameters.options(askedWithin);
	const { at } = within?.(Date.now()) ?? {};
	const until = endOfWait(parameters, way, at);
	const { message, ...answered } =
		way === 'smsReply' ? askByReply(parameters) : askByLink(parameters, way);
	const settings = {
		includes_international: isInternational(parameters) ? '1' : undefined,
		campaign_name: parameters.option(campaignName),
	};
	return { message, settings, within, waiting: { until, ...answered } };
}

function checkThatItCanWait(parameters: Parameters, way: Way): void {
	parameters.checkVersion(SUBJECT);
	if (!parameters.canWait) {
		throw parameters.refusalAbout(
			SUBJECT,
			'cannot wait inside an AI Agent of version 2 or older; replace that by a new AI Agent node',
		);
	}
	if (way === 'smsReply' && parameters.isForModel) {
		throw parameters.refusal(
			'responseType',
			"cannot be 'SMS Reply' for an agent, since a text can be forged; choose 'Approval'",
		);
	}
}

function askByLink(parameters: Parameters, way: PageWay): { message: Message; page: Page } {
	const source = parameters.checked('source', checkSender);
	const people = withIds(parameters, [onePhone(parameters)]);
	const text = askedText(parameters);
	checkLink(parameters, parameters.answerLink);
	const isShortened = parameters.option(shortenLink) ?? way !== 'approval';
	const written = parameters.refusedAs('message', text, () => {
		checkWithoutPlaces(text);
		return withLink(parameters, text, isShortened);
	});
	const page = askedPage(parameters, way, source, text);
	return { message: { source, to: { people, lists: [] }, ...written }, page };
}

function askByReply(parameters: Parameters): {
	message: Message;
	conversation: Conversation & ReplyForm;
} {
	const choices = parameters.checked('choices', readReplyChoices);
	const source = parameters.checked('source', checkReadSender);
	const phone = onePhone(parameters);
	const people = withIds(parameters, [phone]);
	const asked = askedText(parameters);
	const { text, form } = parameters.refusedAs('message', asked, () => {
		checkWithoutPlaces(asked);
		return askedByReply(asked, choices);
	});
	return {
		message: { source, to: { people, lists: [] }, text, links: [] },
		conversation: { phone, sender: source, ...form },
	};
}

/** When the wait ends. Waiting for a page costs nothing. Waiting for an SMS reply polls the gateway, so it has a limit. */
function endOfWait(parameters: Parameters, way: Way, at = Date.now()): Waiting['until'] {
	const limit = limitWaitTime(parameters, at);
	if (way !== 'smsReply') {
		return (begin) => (limit === undefined ? WAIT_INDEFINITELY : new Date(limit(begin)));
	}
	if (limit !== undefined && limit(at) > at + milliseconds(MAX_REPLY_DAYS, 'days')) {
		throw parameters.refusal(
			'limitWaitTime',
			`is more than ${MAX_REPLY_DAYS} days; enter a time that is sooner`,
		);
	}
	return (begin) => new Date(limit?.(begin) ?? begin + milliseconds(REPLY_DAYS, 'days'));
}

/** Refuses a sender in letters, which nobody can reply to. */
function checkReadSender(value: string): string {
	const name = checkSender(value);
	if (canBeRepliedTo(name)) return name;
	throw new InputError(
		`is a name ("${name}") that nobody can reply to; choose a number that receives messages`,
	);
}
