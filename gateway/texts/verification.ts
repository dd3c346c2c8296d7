import { normalizeIsraeliPhone } from '../phones/phone';
import type { ReplyValue } from '../values/tree';

/**
 * A number to verify as a sender, in the form `0501234567` or `031234567`. Source: specification, "verify_phone".
 * @throws InputError
 */
export const checkVerifiable = (input: string | number): string =>
	normalizeIsraeliPhone(input, 'only Israeli mobile and landline numbers can be verified');

export type LineType = 'mobile' | 'landline';

/** Decides how a number is verified. Only mobile numbers begin with 05. */
export const lineType = (number: string): LineType =>
	number.startsWith('05') ? 'mobile' : 'landline';

const LINE_OR_SENTENCE = /[\r\n;|]|(?<=[.!?])\s/;

// Assumption: verifyMessage
/**
 * The sentences of a reply about each number. The layout of `verify_message` is not shown: we assign a sentence to every number
 * in it, in any spelling. A number that no sentence names has no entry.
 * Source: specification, "Sender verification", "verify_phone".
 */
export function sentencesAbout(
	numbers: readonly string[],
	message: ReplyValue | undefined,
): ReadonlyMap<string, string> {
	const sentences = textsOf(message)
		.flatMap((text) => text.split(LINE_OR_SENTENCE))
		.map((sentence) => sentence.trim());
	const about = new Map<string, string>();
	for (const number of numbers) {
		const naming = writtenAnyWay(number);
		const found = sentences.filter((sentence) => naming.test(sentence));
		if (found.length > 0) about.set(number, found.join(' '));
	}
	return about;
}

/** Matches a national number in any spelling: with 972, 0 or neither, and spaces or dashes between digits. */
function writtenAnyWay(number: string): RegExp {
	const digits = number.slice(1).split('').join('[\\s-]?');
	return new RegExp(`(?<!\\d)(?:\\+?972[\\s-]?)?0?${digits}(?!\\d)`);
}

/** Joins the texts of one element. List elements stay separate. */
function textsOf(value: ReplyValue | undefined): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(textsOf);
	const children = Object.values(value ?? {});
	const own = children.filter((child) => typeof child === 'string');
	const inner = children.filter((child) => typeof child !== 'string');
	return [own.join(' '), ...inner.flatMap(textsOf)];
}
