/** Links may contain percent signs. */
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;

/** The tags around a model's reasoning. Some models leave out the opening tag. */
const THOUGHTS = /<\/?(?:think|thinking|thought|reasoning|scratchpad)>/i;

const BLOCKS =
	'blockquote|body|br|div|h[1-6]|head|hr|html|img|li|ol|p|pre|script|span|style|table|td|th|tr|ul';
/** An unclosed `<b>` may mean something else. */
const STYLES = 'a|b|center|code|em|font|i|small|strong|u';
const ENTITIES =
	'amp|apos|bull|cent|copy|deg|euro|gt|hellip|ldquo|lrm|lsquo|lt|mdash|middot|nbsp|ndash|pound|quot|rdquo|reg|rlm|rsquo|shy|times|trade';

/** UTF-8 bytes read in another charset: as Latin, as Hebrew, and Hebrew bytes as Latin. */
const MOJIBAKE =
	/(?:[×ØÙ][\u0080-\u00BF\u0152-\u0192\u02C6-\u2122]){2}|Ã[\u0080-\u00BF\u0152-\u2122]|â€|Â[\u00A0-\u00BF]|(?:׳[^\s\p{P}]){2}|[à-ú]{4}|\uFFFD/u;

/** A Windows path may contain `\n` or `\t`. */
const PATH = /\b[A-Z]:\\\S*/gi;

const KINDS: ReadonlyArray<readonly [what: string, pattern: RegExp, harmless?: RegExp]> = [
	[
		'an HTML tag',
		new RegExp(`</?(?:${BLOCKS})(?:\\s[^<>]*)?/?>|</(?:${STYLES})>|<(?:a|font)\\s[^<>]*>`, 'i'),
	],
	['an HTML character', new RegExp(`&(?:${ENTITIES}|#\\d{2,6}|#x[\\da-f]{2,5});`, 'i')],
	['characters of another charset', MOJIBAKE],
	["a model's thoughts", THOUGHTS],
	['an escaped character', /\\(?:[nrt]|u[\da-f]{4})/i, PATH],
	// A single one may be a percentage, as in "100%20".
	['an escaped link', /(?:%[\dA-F]{2}){2}|(?<=\p{L})%[\dA-F]{2}(?=\p{L}|$)/iu, LINK],
];

export const hasThoughts = (text: string): boolean => THOUGHTS.test(text);

/** Names the code that people would see in a text. Nearly every text has none. */
export function codeIn(text: string): string[] {
	const found: string[] = [];
	for (const [what, pattern, harmless] of KINDS) {
		const [code] = pattern.exec(harmless ? text.replace(harmless, '') : text) ?? [];
		if (code !== undefined) found.push(`${what} ("${code.slice(0, 30)}")`);
	}
	return found;
}
