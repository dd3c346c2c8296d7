import { isLoopback } from '../../../../gateway/wire/baseUrl';
import { MAX_MESSAGE_CHARACTERS } from '../../../../gateway/values/limits';
import { textWithLink, textWithoutLink } from '../../../answers/answerLink';
import { SHORT_LINK_PLACE, shortLinks } from '../../../answers/asking';
import { isReachable } from '../../../answers/reachable';
import type { Message } from '../../../../gateway/texts/messages';
import type { Parameters } from '../../parameters/parameters';

/** @throws InputError if the text with its link is too long */
export function withLink(
	{ answerLink, isHumanReview }: Parameters,
	text: string,
	isShortened: boolean,
): Pick<Message, 'text' | 'links'> {
	const link = isShortened ? SHORT_LINK_PLACE : answerLink;
	// A model's text can have any length, so we cut it. The page shows all of it.
	const words = textWithLink(isHumanReview ? cut(text, link) : text, link);
	return { text: words, links: shortLinks(isShortened ? answerLink : undefined) };
}

/** A text cut to fit with the link at its end. */
function cut(text: string, link: string): string {
	const most = MAX_MESSAGE_CHARACTERS - link.length - 1;
	const words = textWithoutLink(text);
	if (words.length <= most) return text;
	// Do not leave half an emoji.
	return `${words.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Refuses a link that no phone can open. With a sandbox on this machine, the phones are on it too. */
export function checkLink(parameters: Parameters, link: string): void {
	if (isReachable(link) || isLoopback(parameters.baseUrl)) return;
	throw parameters.refusalAbout(
		`The link in the message, ${link.split('?', 1)[0]},`,
		"opens only on this machine or its network; set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.41) to the public address of your n8n, or set 'Response Type' to 'SMS Reply'",
	);
}
