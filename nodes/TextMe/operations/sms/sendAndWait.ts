import type { IDataObject } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { checkChoice } from '../../../../gateway/values/checks';
import { formatInstant } from '../../../../gateway/values/dates';
import { MAX_REPLY_DAYS, REPLY_DAYS } from '../../../../gateway/values/limits';
import type { Messages, SendSettings } from '../../../../gateway/texts/messages';
import { WAITING } from '../../../answers/question';
import type { Waiting } from '../../../answers/question';
import type { GatewayReply } from '../../../connection/call';
import { acceptedSends, missingShipment } from '../../../output/replies';
import { messageField, ofMessages, sender } from '../../options/message';
import { internationalOption, isInternational, phoneNumbers } from '../../options/recipients';
import { replyLimits } from '../../options/runLimits';
import { campaignName, sendingHoursOption, sendingWithin } from '../../options/sendOptions';
import { limitWaitTime, limitWaitTimeOption, milliseconds } from '../../options/waiting';
import type { Sending, SendOperation } from '../../operation';
import type { Parameters } from '../../parameters/parameters';
import { askByLink } from './askedByLink';
import { askByReply } from './askedByReply';
import {
	approvalType,
	approveLabel,
	buttonChoices,
	disapproveLabel,
	replyChoices,
	responseType,
	shortenLink,
	WAYS,
} from './responseFields';

/** Asks by text and continues with the answer (specification, sms; n8n's own Send and Wait for Response). */
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
		'Use it if the workflow has to wait for what a person decides or writes. Returns outcome (approved, disapproved, answered or timedOut) and data with the answer. By link, it takes one item and asks all its numbers one question, which the first answer decides. By SMS reply, it asks the one number of each item and waits for everybody.',
	// n8n itself makes a human-review tool of this operation.
	tool: undefined,
	fields: [
		sender,
		phoneNumbers,
		{
			...messageField,
			placeholder: 'e.g. Please approve order 1042',
			description:
				'The text, up to 1005 characters with the link. Write {{ $execution.resumeUrl }} where the link belongs. Without it, the link comes at the end.',
		},
		responseType,
		approvalType,
		buttonChoices,
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
	outputs: askedMessages,
	warning: missingShipment,
};

const SUBJECT = 'Send and Wait for Response';

function readQuestion(parameters: Parameters): Sending {
	const byReply = parameters.checked('responseType', readWay) === 'smsReply';
	checkThatItCanWait(parameters, byReply);
	const within = sendingWithin(parameters);
	const { at } = within?.(Date.now()) ?? {};
	const until = endOfWait(parameters, byReply, at);
	const { message, ...answered } = byReply ? askByReply(parameters) : askByLink(parameters);
	const settings = {
		includes_international: isInternational(parameters) ? '1' : undefined,
		campaign_name: parameters.option(campaignName),
	};
	return { message, settings, within, waiting: { until, ...answered } };
}

const readWay = (value: string) => checkChoice(value, WAYS);

function checkThatItCanWait(parameters: Parameters, byReply: boolean): void {
	parameters.checkCanWait(SUBJECT);
	if (byReply && parameters.isForModel) {
		throw parameters.refusal(
			'responseType',
			"cannot be 'SMS Reply' for an agent, since a text can be forged; choose 'Approval'",
		);
	}
	if (!byReply && parameters.itemCount > 1) {
		throw parameters.refusalAbout(
			SUBJECT,
			`asks about one item by link, and there are ${parameters.itemCount}; use Loop Over Items with a batch size of 1, or a sub-workflow for each item`,
		);
	}
}

/** When the wait ends. Waiting for a page costs nothing. Waiting for an SMS reply polls the gateway, so it has a limit. */
function endOfWait(parameters: Parameters, byReply: boolean, at = Date.now()): Waiting['until'] {
	const limit = limitWaitTime(parameters, at);
	if (!byReply) {
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

/** The output of accepted questions. Only the service knows the length of a link that it shortens. */
function askedMessages(
	reply: GatewayReply,
	messages: Messages,
	{ timing, campaign_name: campaignName }: SendSettings,
	at: number,
): IDataObject[] {
	const sends = messages.map(({ text, links }) => (links.length > 0 ? {} : { text }));
	return acceptedSends(reply, sends, timing).map((output) => ({
		outcome: WAITING,
		...output,
		...(campaignName !== undefined && { campaignName }),
		sentAt: formatInstant(at),
	}));
}
