import { LINKS } from './links';

/** The tags around a model's reasoning. Some models leave out the opening tag. */
const THOUGHTS = /<\/?(?:think|thinking|thought|reasoning|scratchpad)>/i;

const BLOCKS =
	'blockquote|body|br|div|h[1-6]|head|hr|html|img|li|ol|p|pre|script|span|style|table|td|th|tr|ul';
/** An unclosed `<b>` may mean something else. */
const STYLES = 'a|b|center|code|em|font|i|small|strong|u';

/** UTF-8 bytes read in another charset: as Latin, as Hebrew, and Hebrew bytes as Latin. */
const MOJIBAKE =
	/(?:[×ØÙ][\u0080-\u00BF\u0152-\u0192\u02C6-\u2122]){2}|Ã[\u0080-\u00BF\u0152-\u2122]|â€|Â[\u00A0-\u00BF]|(?:׳[^\s\p{P}]){2}|[à-ú]{4}|[\uFFFC\uFFFD\u0080-\u009F\uE000-\uF8FF]/u;

/** A Windows path may contain `\n` or `\t`. */
const PATH = /\b[A-Z]:\\\S*/gi;

/** Times as programs write them: mostly of another time zone than Israel's. */
const TIME =
	/\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?(?![\w:])|\b\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:\+\d\d(?::?\d\d)?| ?(?:Z|UTC|GMT)\b)|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:[A-Z][a-z]{2} \d\d|\d\d [A-Z][a-z]{2}) \d{4} \d\d:\d\d:\d\d(?: GMT)?/;

/** What models write for people who read it in a chat. */
const MARKDOWN =
	/\*\*(?![\s*])[^*\n]{1,60}\*\*|\[[^\][\n]{1,60}\]\((?:https?:|www\.)|```|^#{2,6} /im;
/** Also a list, and Python's quotes. */
const JSON_TEXT = /^\s*(?:\[\s*)?\{\s*["'][^"']+["']\s*:[^]*[}\]]\s*$/;

/** Places that models and other programs leave to be filled in. {link} is ours. */
const PLACE =
	/\{(?!link\})[\p{L}_][\p{L}\p{N}_.]{0,30}\}|\{(?:(?:first|last|full) name|\d)\}|%[\p{L}_][\p{L}\p{N}_.]{2,30}%|\*\|\w{1,30}\|\*|#[\p{L}_][\p{L}\p{N}_]{1,30}#(?![\p{L}\p{N}])|\[(?:(?:your|insert|enter|שם|השם) [^\][\n]{1,30}|(?:(?:customer|client|company|business|store|shop|clinic|doctor|order|tracking|recipient|first|last|full)(?:['’]s)? )?(?:name|number|address|phone|date|time|link|url)|שם|תאריך|שעה|כתובת|טלפון|קישור)\]/iu;

const KINDS: ReadonlyArray<readonly [what: string, pattern: RegExp, harmless?: RegExp]> = [
	[
		'an HTML tag',
		new RegExp(`</?(?:${BLOCKS})(?:\\s[^<>]*)?/?>|</(?:${STYLES})>|<(?:a|font)\\s[^<>]*>`, 'i'),
	],
	['an HTML character', /&(?:[a-z]{2,6}|#\d{2,6}|#x[\da-f]{2,5});/i],
	['characters of another charset', MOJIBAKE],
	["a model's thoughts", THOUGHTS],
	['an escaped character', /\\(?:[nrt"]|u[\da-f]{4})/i, PATH],
	// A single one may be a percentage, as in "100%20".
	['an escaped link', /(?:%[\dA-F]{2}){2}|(?<=\p{L})%[\dA-F]{2}(?=\p{L}|$)/iu, LINKS],
	["a computer's time", TIME, LINKS],
	['too many decimals', /\b\d+\.\d{12,}/, LINKS],
	['Markdown', MARKDOWN],
	["a model's source", /【\d[^【】\n]{0,40}】|\boaicite:|turn\d+search\d+/],
	["a model's mark", /<\|\w{2,20}\|>|<\/?(?:tool_call|function_calls)>/],
	['JSON', JSON_TEXT],
	['a place that nothing filled in', PLACE, LINKS],
];

/** How to write it for people, by what was found. */
export const WAYS: Readonly<Record<string, string>> = {
	"a computer's time":
		"For the time in Israel, write {{ $json.time.toDateTime().setZone('Asia/Jerusalem').toFormat('dd/MM HH:mm') }}",
	'too many decimals': 'To round, write {{ $json.total.toFixed(2) }}',
};

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
