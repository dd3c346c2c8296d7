import { InputError, plainText, quoted, withoutMarks } from '../values/checks';

export const LINKS = /\b(?:https?:\/\/|www\.)\S+/gi;

/** How chats, mails and models put a link in brackets. */
const IN_BRACKETS = /^(?:<([^\s|]+)(?:\|[^>]*)?>|\((\S+)\)|"(\S+)"|\[[^\]]*\]\((\S+)\))$/;
/** Not cut short, as in `https://shop.example/lo…`. */
const LINK = /^https?:\/\/[^\s/?#.,<>[\]]+\.[^\s/?#.,<>[\]][^\s<>]*(?<!…|\.\.\.|")$/i;
const ANOTHER = /[,;|\p{L}\p{N}]https?:\/\//iu;

/**
 * A link that people can open, without invisible marks and brackets; empty for an empty value.
 * @throws InputError
 */
export function checkLink(value: unknown): string {
	const written = plainText(value);
	const plain = (written.length > 5000 ? written : withoutMarks(written)).trim();
	const link = IN_BRACKETS.exec(plain)?.slice(1).find(Boolean) ?? plain;
	if (link === '' || (LINK.test(link) && !ANOTHER.test(link))) return link;
	throw new InputError(
		`has the link ${quoted(written)}, which nobody can open; write one whole address, such as https://example.com/offer`,
	);
}
