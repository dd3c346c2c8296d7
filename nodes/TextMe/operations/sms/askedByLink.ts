import { checkChoice, InputError } from '../../../../gateway/values/checks';
import { checkSender } from '../../../../gateway/phones/sender';
import { MAX_MESSAGE_CHARACTERS } from '../../../../gateway/values/limits';
import { isLoopback } from '../../../../gateway/wire/credential';
import type { Message } from '../../../../gateway/texts/messages';
import {
	answerLink,
	isReachable,
	textWithLink,
	textWithoutLink,
} from '../../../answers/answerLink';
import type { Page } from '../../../answers/question';
import { checkHourly } from '../../options/runLimits';
import { checkWithoutPlaces } from '../../options/message';
import { peopleOf } from '../../options/recipients';
import type { Parameters } from '../../parameters/parameters';
import { askedText } from './askedText';
import { approveLabel, disapproveLabel, readChoices, shortenLink } from './responseFields';

/** The message of a question by link, and the page behind the link, which is the same for all numbers of the item. */
export function askByLink(parameters: Parameters): { message: Message; page: Page } {
	const source = parameters.checked('source', checkSender);
	const to = { people: peopleOf(parameters), lists: [] };
	const text = askedText(parameters);
	const link = answerLink(parameters.run.context);
	checkLink(parameters, link);
	const isShortened = parameters.option(shortenLink) === true;
	const written = parameters.refusedAs('message', text, () =>
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
	// Do not leave half an emoji.
	return textWithLink(`${words.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`, link);
}

/** More buttons are too many for a phone's screen. */
const MAX_CHOICES = 10;

function buttonsOf(
	parameters: Parameters,
): Pick<Page, 'confirmLabel' | 'declineLabel' | 'choices'> {
	const type = parameters.checked('approvalType', readType);
	if (type === 'choices') return { choices: parameters.checked('choices', readButtons) };
	const confirmLabel = parameters.option(approveLabel) ?? '';
	return type === 'double'
		? { confirmLabel, declineLabel: parameters.option(disapproveLabel) ?? '' }
		: { confirmLabel };
}

const readType = (value: string) => checkChoice(value, ['double', 'single', 'choices']);

function readButtons(value: unknown): string[] {
	const choices = readChoices(value);
	if (choices.length >= 2 && choices.length <= MAX_CHOICES) return choices;
	throw new InputError(
		`has ${choices.length} choices; enter 2 to ${MAX_CHOICES}, each on a line of its own`,
	);
}
