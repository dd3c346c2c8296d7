import { WAIT_INDEFINITELY } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';

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
import { MAX_REPLY_DAYS, REPLY_DAYS } from '../../../../gateway/limits';
import { sentOutput } from '../../../answers/asking';
import { WAITING } from '../../../answers/question';
import type { Reminder, ReplyForm, Waiting, Way } from '../../../answers/question';
import type { HoursInput } from '../../../planning/sendingHours';
import type { Message, SendSettings } from '../../../../gateway/messages';
import { missingShipment } from '../../../shared/replies';
import { checkWithoutPlaces, messageField, ofMessages, sender } from '../../options/message';
import type { Sending } from '../../options/message';
import { unlessEmpty } from '../../options/optionGroup';
import {
	internationalOption,
	isInternational,
	onePhone,
	phoneNumber,
	withIds,
} from '../../options/recipients';
import { askTime, campaignName, sendingHoursOption } from '../../options/sendOptions';
import type { Moment } from '../../options/sendOptions';
import { limitWaitTime, limitWaitTimeOption, milliseconds } from '../../options/waiting';
import type { Operation } from '../../operation';
import type { Parameters } from '../../parameters/parameters';
import { checkReminder, checkThatItCanShow, checkThatItCanWait } from './askable';
import { askedPage } from './askedPage';
import { askedText } from './askedText';
import { formFields } from './formFields';
import { checkLink, withLink } from './linkedText';
import { byReply, readReminder, readReplyChoices } from './replyOptions';
import {
	answerBy,
	answerByCode,
	approvalType,
	approveLabel,
	buttonChoices,
	BY_REPLY,
	disapproveLabel,
	replyChoices,
	firstAnswerDecides,
	reminderOption,
	responseType,
	shortenLink,
} from './responseFields';

/** A question to one person, and the answer to wait for. */
interface Question extends Sending {
	when: Moment;
	waiting: Waiting;
}

/** Asks people by text and continues with their answers (specification, sms; n8n's own Send and Wait for Response). */
export const sendAndWait: Operation<Question, Message, SendSettings> = {
	...ofMessages,
	name: 'Send and Wait for Response',
	// n8n recognizes by this value that the node waits for a person.
	value: 'sendAndWait',
	action: 'Send SMS and wait for response',
	description: 'Ask people by text and wait for their answers',
	builderHint:
		'Use it if the workflow has to wait for what a person decides or writes. Returns outcome (approved, disapproved, answered or timedOut), phone and data with the answer. Asks a person for each item and waits for all of them, or for the first answer with the option firstAnswerDecides.',
	// n8n makes a human-review tool of the operation.
	tool: undefined,
	guard: { harmless: 'a question reaches one person, and counts against the message limit' },
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
		answerByCode,
		approveLabel,
		disapproveLabel,
		shortenLink,
		internationalOption,
		campaignName,
	],
	read: readQuestion,
	outputs: ({ tree }, [message], settings) => [
		{ ...sentOutput(tree, message, settings), outcome: WAITING },
	],
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
	const hasReminder = parameters.option('reminder', isThere) === true;
	const isForAll = !firstDecides && (parameters.itemCount > 1 || hasReminder);
	if (way === 'smsReply') checkThatItCanWait(parameters);
	else checkThatItCanShow(parameters, isForAll);
	const choices =
		responseWay === 'smsReply' ? parameters.checked('choices', readReplyChoices) : undefined;
	if (isApproval && parameters.get('approvalType') === 'choices') {
		throw parameters.refusal('approvalType', "cannot be 'Choices' with 'SMS Reply'");
	}
	if (way !== 'smsReply' && hasReminder) checkReminder(parameters, firstDecides);
	const { at, heldUntil, hours } = parameters.options(askTime);
	const until = endOfWait(parameters, way, at);
	const { text, message, remind, form } = readAsk(parameters, way, { choices, isApproval });
	const international = isInternational(parameters) ? '1' : undefined;
	const timing = at === undefined ? undefined : toGatewayDate(at);
	const campaign = parameters.option('campaignName', checkCampaignName);
	const settings = { includes_international: international, campaign_name: campaign, timing };
	const left = until.getTime() - (at ?? Date.now());
	const reminder = reminderOf(parameters, left, { message, settings }, remind, hours);
	const { source: sender, to } = message;
	const [{ phone } = { phone: '' }] = to.people;
	const answered =
		way === 'smsReply'
			? { conversation: { phone, sender, ...form, reminder } }
			: {
					page: askedPage(parameters, way, sender, text),
					link: parameters.answerLink,
					isForAll,
					reminder,
				};
	return { message, settings, when: { at, heldUntil }, waiting: { until, at, ...answered } };
}

type Written = Pick<Message, 'text' | 'links'>;

interface AskedBy {
	/** The question, with a place for the link. */
	text: string;
	message: Message;
	/** The text of a reminder; empty to repeat the question. */
	remind(own: string): Partial<Written>;
	/** Of a question that is answered by text. */
	form?: ReplyForm;
}

function readAsk(
	parameters: Parameters,
	way: Way,
	answers: { choices?: string[]; isApproval: boolean },
): AskedBy {
	const source = parameters.checked('source', way === 'smsReply' ? checkReadSender : checkSender);
	const people = withIds(parameters, [onePhone(parameters)]);
	const text = askedText(parameters);
	if (way !== 'smsReply') checkLink(parameters, parameters.answerLink);
	const ask = (written: Written): Message => ({
		source,
		to: { people, lists: [] },
		...written,
	});
	return parameters.refusedAs('message', text, () => {
		checkWithoutPlaces(text);
		if (way === 'smsReply') {
			const [{ phone } = { phone: '' }] = people;
			const { text: question, form, remind } = byReply(parameters, text, phone, answers);
			const message = ask({ text: question, links: [] });
			return { text, message, form, remind: (own) => ({ text: remind(own), links: [] }) };
		}
		const isShortened = parameters.option('shortenLink', readSwitch) ?? way !== 'approval';
		const write = (words: string) => withLink(parameters, words, isShortened);
		return { text, message: ask(write(text)), remind: (own) => (own === '' ? {} : write(own)) };
	});
}

function reminderOf(
	parameters: Parameters,
	remainingMs: number,
	asked: Sending,
	write: AskedBy['remind'],
	hours: HoursInput | undefined,
): Reminder | undefined {
	return parameters.option(
		'reminder',
		unlessEmpty(({ values }: { values?: IDataObject }) => {
			const message = parameters.markLink(plainText(values?.message));
			return readReminder({ ...values, message }, remainingMs, asked, write, hours);
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

/** Refuses a sender in letters, which nobody can reply to. */
function checkReadSender(value: string): string {
	const name = checkSender(value);
	if (canBeRepliedTo(name)) return name;
	throw new InputError(
		`is a name ("${name}") that nobody can reply to; choose a number that receives messages`,
	);
}
