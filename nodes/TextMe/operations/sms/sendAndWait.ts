import type { IDataObject } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { InputError } from '../../../../gateway/values/checks';
import { DAY, formatInstant, HOUR, MINUTE, toInstant } from '../../../../gateway/values/dates';
import type { DateInput } from '../../../../gateway/values/dates';
import { MAX_REPLY_DAYS, REPLY_DAYS } from '../../../../gateway/values/limits';
import type { Messages, SendSettings } from '../../../../gateway/texts/messages';
import { canWait } from '../../../n8n/insides';
import { WAITING } from '../../../answers/question';
import type { Waiting } from '../../../answers/question';
import type { GatewayReply } from '../../../../gateway/replies/answer';
import { acceptedSends, missingShipment } from '../../../output/replies';
import { messageField, sender } from '../../options/message';
import { internationalOption, isInternational, phoneNumbers } from '../../options/recipients';
import { replyLimits } from '../../options/runLimits';
import { campaignName, sendingHoursOption, sendingWithin } from '../../options/sendOptions';
import { send } from '../../operation';
import type { Sending } from '../../operation';
import { option, unlessEmpty } from '../../parameters/option';
import type { Parameters } from '../../parameters/parameters';
import { askByLink, askByReply } from './question';
import {
	approvalType,
	approveLabel,
	buttonChoices,
	disapproveLabel,
	replyChoices,
	responseType,
	shortenLink,
} from './responseFields';

const UNITS = [
	{ name: 'Days', value: 'days', ms: DAY },
	{ name: 'Hours', value: 'hours', ms: HOUR },
	{ name: 'Minutes', value: 'minutes', ms: MINUTE },
];

const AFTER_INTERVAL = 'afterTimeInterval';
const AT_TIME = 'atSpecifiedTime';

const showFor = (limitType: string) => ({ show: { limitType: [limitType] } });

/** The option has the fields of n8n's own nodes that wait for a response. */
const limitWaitTimeOption = option({
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: AFTER_INTERVAL, resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'When to continue without a response, with the outcome "timedOut". Without this option, the node waits 7 days for an SMS reply (30 at most), and forever for an answer on the page.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{ name: 'After Time Interval', value: AFTER_INTERVAL },
						{ name: 'At Specified Time', value: AT_TIME },
					],
					default: AFTER_INTERVAL,
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 0 },
					default: 1,
					displayOptions: showFor(AFTER_INTERVAL),
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: UNITS.map(({ name, value }) => ({ name, value })),
					default: 'hours',
					displayOptions: showFor(AFTER_INTERVAL),
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'When to continue at the latest. A time without a time zone is Israel time.',
					displayOptions: showFor(AT_TIME),
				},
			],
		},
	],
	read: unlessEmpty(readLimit),
});

/** When a wait ends, from when its question goes out (both in milliseconds since 1970). */
type EndOfWait = (begin: number) => number;

function readLimit({ values }: { values?: IDataObject }): EndOfWait | undefined {
	if (!values) return undefined;
	const { limitType, resumeAmount, resumeUnit, maxDateAndTime } = values;
	const unit = UNITS.find(({ value }) => value === resumeUnit);
	const endOf: EndOfWait =
		limitType === AT_TIME
			? () => toInstant(maxDateAndTime as DateInput)
			: (begin) => begin + Number(resumeAmount) * (unit?.ms ?? NaN);
	const now = Date.now();
	if (Number.isNaN(endOf(now))) {
		throw new InputError('is not a time; enter a number and a unit, or a date and time');
	}
	if (endOf(now) <= now) throw new InputError('is in the past; enter a time in the future');
	return endOf;
}

/** Asks by text and continues with the answer (specification, sms; n8n's own Send and Wait for Response). */
export const sendAndWait = send({
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
});

const SUBJECT = 'Send and Wait for Response';

function readQuestion(parameters: Parameters): Sending {
	const byReply = parameters.field(responseType) === 'smsReply';
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

function checkThatItCanWait(parameters: Parameters, byReply: boolean): void {
	const { context, isForModel, itemCount } = parameters.run;
	if (!canWait(context)) {
		throw parameters.refusal(SUBJECT, 'needs n8n 2.3 or newer; update n8n');
	}
	if (context.isToolExecution()) {
		throw parameters.refusal(
			SUBJECT,
			'cannot wait inside an AI Agent of version 2 or older; replace that by a new AI Agent node',
		);
	}
	if (byReply && isForModel) {
		throw parameters.refusal(
			'responseType',
			"cannot be 'SMS Reply' for an agent, since a text can be forged; choose 'Approval'",
		);
	}
	if (!byReply && itemCount > 1) {
		throw parameters.refusal(
			SUBJECT,
			`asks about one item by link, and there are ${itemCount}; use Loop Over Items with a batch size of 1, or a sub-workflow for each item`,
		);
	}
}

/** When the wait ends. Waiting for a page costs nothing. Waiting for an SMS reply polls the gateway, so it has a limit. */
function endOfWait(parameters: Parameters, byReply: boolean, at = Date.now()): Waiting['until'] {
	const limit = parameters.option(limitWaitTimeOption);
	const refuse = (reason: string) => parameters.refusal(limitWaitTimeOption.name, reason);
	if (limit && limit(at) <= at) {
		throw refuse(
			`ends before the question goes out within the sending hours (${formatInstant(at)}); enter a later time`,
		);
	}
	if (!byReply) return (begin) => (limit ? new Date(limit(begin)) : WAIT_INDEFINITELY);
	if (limit && limit(at) > at + MAX_REPLY_DAYS * DAY) {
		throw refuse(`is more than ${MAX_REPLY_DAYS} days; enter a time that is sooner`);
	}
	return (begin) => new Date(limit?.(begin) ?? begin + REPLY_DAYS * DAY);
}

/** The output of accepted questions. Only the service knows the length of a link that it shortens. */
function askedMessages(
	reply: GatewayReply,
	messages: Messages,
	settings: SendSettings,
	at: number,
): IDataObject[] {
	const sends = messages.map(({ text, links }) => (links.length > 0 ? {} : { text }));
	return acceptedSends(reply, sends, settings).map((output) => ({
		outcome: WAITING,
		...output,
		sentAt: formatInstant(at),
	}));
}
