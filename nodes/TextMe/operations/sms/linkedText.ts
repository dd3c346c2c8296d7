import { isLoopback } from '../../../../gateway/baseUrl';
import { MAX_MESSAGE_CHARACTERS } from '../../../../gateway/limits';
import { textWithLink, textWithoutLink } from '../../../answers/answerLink';
import { SHORT_LINK_PLACE, shortLinks } from '../../../answers/asking';
import { isReachable } from '../../../answers/reachable';
import type { Message } from '../../../../gateway/messages';
import type { Parameters } from '../../parameters/parameters';

/** @throws InputError when the text with the link is too long */
export function withLink(
	{ answerLink, isHumanReview }: Parameters,
	text: string,
	isShortened: boolean,
): Pick<Message, 'text' | 'links'> {
	const link = isShortened ? SHORT_LINK_PLACE : answerLink;
	// Nobody controls how much a model writes, so its text is cut. The page shows all of it.
	const words = textWithLink(isHumanReview ? cut(text, link) : text, link);
	return { text: words, links: shortLinks(isShortened ? answerLink : undefined) };
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
export function checkLink(parameters: Parameters, link: string): void {
	if (isReachable(link) || isLoopback(parameters.baseUrl)) return;
	throw parameters.refusalAbout(
		`The link in the message, ${link.split('?', 1)[0]},`,
		"opens only on this machine or its network; set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.41) to the public address of your n8n, or set 'Response Type' to 'SMS Reply'",
	);
}
