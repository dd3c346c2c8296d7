import type { IDataObject } from 'n8n-workflow';

import type { Conversation } from '../../../../gateway/events/incomingMessage';
import { canBeRepliedTo, checkSender } from '../../../../gateway/phones/sender';
import type { Message, Recipient } from '../../../../gateway/texts/messages';
import { withChoices } from '../../../../gateway/texts/replyWords';
import {
	beginning,
	checkMessage,
	InputError,
	isEmpty,
	plainText,
} from '../../../../gateway/values/checks';
import { isObject } from '../../../../gateway/values/tree';
import { MAX_MESSAGE_CHARACTERS } from '../../../../gateway/values/limits';
import { isLoopback } from '../../../../gateway/wire/credential';
import { languageOf, sayIn } from '../../../answers/page';
import type { Page } from '../../../answers/page';
import { answerLink, LINK_PLACE, textWithLink, textWithoutLink } from '../../../answers/question';
import type { ReplyForm } from '../../../answers/question';
import { isReachable } from '../../../connection/addressList';
import { checkWithoutPlaces, sender } from '../../options/message';
import { peopleOf } from '../../options/recipients';
import { checkHourly } from '../../options/runLimits';
import type { Parameters } from '../../parameters/parameters';
import {
	approvalType,
	approveLabel,
	disapproveLabel,
	readChoices,
	shortenLink,
} from './responseFields';

/** The message of a question by link, and the page behind the link, which is the same for all numbers of the item. */
export function askByLink(parameters: Parameters): { message: Message; page: Page } {
	const source = parameters.field(sender);
	const to = { people: peopleOf(parameters), lists: [] };
	const text = askedText(parameters);
	const link = answerLink(parameters.run.context);
	checkLink(parameters, link);
	const isShortened = parameters.option(shortenLink) === true;
	const written = parameters.check('message', () =>
		withLink(parameters, checkWithoutPlaces(text), isShortened ? SHORT_LINK_PLACE : link),
	);
	const links = isShortened ? [{ id: SHORT_LINK_ID, url: link }] : [];
	const message = { source, to, text: written, links };
	checkHourly(parameters, message);
	const page = {
		sender: source,
		message: textWithoutLink(text),
		...buttonsOf(parameters),
		asksReason: parameters.run.isHumanReview,
	};
	return { message, page };
}

/** The ID of a message's only short link (specification, sms). */
const SHORT_LINK_ID = '1';
const SHORT_LINK_PLACE = `[link-${SHORT_LINK_ID}]`;

/** Refuses a link that no phone can open. With a sandbox on this machine, the phones are on it too. */
function checkLink(parameters: Parameters, link: string): void {
	if (isReachable(link) || isLoopback(parameters.run.account?.baseUrl ?? '')) return;
	throw parameters.refusal(
		`The link in the message, ${link.split('?', 1)[0]},`,
		"opens only on this machine or its network; set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.41) to the public address of your n8n, or set 'Response Type' to 'SMS Reply'",
	);
}

/**
 * The text with its link. A model's text can have any length, so we cut it to fit with the link at its end. The page shows all of it.
 * @throws InputError if the text with its link is too long
 */
function withLink({ run }: Parameters, text: string, link: string): string {
	const most = MAX_MESSAGE_CHARACTERS - link.length - 1;
	const words = textWithoutLink(text);
	if (!run.isHumanReview || words.length <= most) return textWithLink(text, link);
	return textWithLink(`${beginning(words, most - 1)}…`, link);
}

/** More buttons are too many for a phone's screen. */
const MAX_CHOICES = 10;

function buttonsOf(
	parameters: Parameters,
): Pick<Page, 'confirmLabel' | 'declineLabel' | 'choices'> {
	const type = parameters.field(approvalType);
	if (type === 'choices') return { choices: parameters.checked('choices', readButtons) };
	const confirmLabel = parameters.option(approveLabel) ?? '';
	return type === 'double'
		? { confirmLabel, declineLabel: parameters.option(disapproveLabel) ?? '' }
		: { confirmLabel };
}

function readButtons(value: unknown): string[] {
	const choices = readChoices(value);
	if (choices.length >= 2 && choices.length <= MAX_CHOICES) return choices;
	throw new InputError(
		`has ${choices.length} choices; enter 2 to ${MAX_CHOICES}, each on a line of its own`,
	);
}

/** The message of a question that one person answers by SMS, and how to read the replies. */
export function askByReply(parameters: Parameters): {
	message: Message;
	conversation: Conversation & ReplyForm;
} {
	const choices = parameters.checked('choices', readReplyChoices);
	const source = parameters.checked('source', checkReadSender);
	const person = onePerson(parameters);
	const question = askedText(parameters);
	const { text, ...form } = parameters.check('message', () =>
		shownWith(choices, checkWithoutPlaces(question)),
	);
	return {
		message: { source, to: { people: [person], lists: [] }, text, links: [] },
		conversation: { phone: person.phone, sender: source, ...form },
	};
}

function onePerson(parameters: Parameters): Recipient {
	const people = peopleOf(parameters);
	const [person] = people;
	if (person && people.length === 1) return person;
	throw parameters.refusal(
		'phones',
		`has ${people.length} numbers, and an SMS reply is awaited of one; give each number an item of its own`,
	);
}

/** The question with its choices. */
function shownWith(choices: string[] | undefined, question: string): { text: string } & ReplyForm {
	const { text, isNumbered } = withChoices(checkMessage(question), choices ?? []);
	checkMessage(text, 'with the choices');
	if (text.includes(LINK_PLACE)) {
		throw new InputError('has a placeholder for a link, and an SMS reply has no link; take it out');
	}
	return { text, question: text, ...(choices && { choices, isNumbered }) };
}

/**
 * The choices to compare replies with; undefined if there are none.
 * @throws InputError
 */
function readReplyChoices(value: unknown): string[] | undefined {
	if (value === '') return undefined;
	if (isEmpty(value))
		throw new InputError('is empty; enter at least 2 choices, or clear the field');
	const choices = readChoices(value);
	if (choices.length >= 2) return choices;
	throw new InputError('is a single choice; enter at least 2, each on a line of its own');
}

/** Refuses a sender in letters, which nobody can reply to. */
function checkReadSender(value: string): string {
	const name = checkSender(value);
	if (canBeRepliedTo(name)) return name;
	throw new InputError(
		`is a name ("${name}") that nobody can reply to; choose a number that receives messages`,
	);
}

/** A question's text, with a placeholder for the link. In human review, it describes the model's call. */
const askedText = (parameters: Parameters): string =>
	parameters.run.isHumanReview
		? reviewedText(parameters)
		: parameters.checked('message', (message) => withPlace(parameters, plainText(message)));

function reviewedText(parameters: Parameters): string {
	const message = parameters.get('message');
	const text = withPlace(parameters, isObject(message) ? '' : plainText(message));
	const asked = parameters.check('message', () => {
		checkShown(parameters.item);
		return reviewText(text, parameters.item);
	});
	// A model's call may contain anything, and a person reads it: do not refuse odd-looking text.
	return asked === text ? parameters.meant('message', asked, plainText) : asked;
}

/** The text with a placeholder instead of n8n's link, `{{ $execution.resumeUrl }}`, for the node's own link. */
const withPlace = ({ run, itemIndex }: Parameters, text: string) =>
	text.replaceAll(
		String(run.context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex)),
		LINK_PLACE,
	);

/**
 * n8n looks for a model's values inside a field `query` first, for the message as for the tool. With it, a model could show one
 * call and make another (n8n 2.41.1, `workflow-data-proxy.js`).
 * @throws InputError if a call has such a field
 */
function checkShown({ query, toolParameters }: IDataObject): void {
	const inMessage = fieldsIn(query).some((name) => name === 'tool' || name === 'toolParameters');
	const given = toolParameters as { query?: unknown } | null | undefined;
	if (inMessage || fieldsIn(given?.query).length > 0) {
		throw new InputError(
			'cannot show this call, because n8n would use the fields inside "query" instead; leave out "query"',
		);
	}
}

const fieldsIn = (value: unknown) => (isObject(value) ? Object.keys(value) : []);

/** An empty message, n8n's default for a review, and what an expression makes of the parameters of a call. */
const SAYS_NOTHING = /^$|^The agent wants to run this tool:|\[object Object\]/;

/**
 * The message of a review. One that does not say what the call does becomes the tool and its parameters, one on each line.
 * @throws InputError if n8n does not hand over the tool
 */
export function reviewText(text: string, { tool, toolParameters }: IDataObject): string {
	if (!SAYS_NOTHING.test(textWithoutLink(text))) return text;
	const name = lineOf(tool);
	if (name === '') {
		throw new InputError('does not say what to approve; write it with {{ $tool.name }}');
	}
	const given = isObject(toolParameters) ? toolParameters : { Input: toolParameters };
	const lines = Object.entries(given)
		.filter(([, value]) => lineOf(value) !== '')
		.map(([label, value]) => `${lineOf(label).replaceAll('_', ' ')}: ${lineOf(value)}`);
	const call = [name.replaceAll('_', ' '), ...lines].join('\n');
	return `${sayIn(languageOf(call))('agentAsks')}\n${call}`;
}

/** On one line, so that no value looks like another parameter. */
const lineOf = (value: unknown): string =>
	(isObject(value) ? JSON.stringify(value) : String(value ?? '')).replace(/\s+/g, ' ').trim();
