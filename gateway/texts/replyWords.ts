import { asciiDigits } from '../values/checks';

/** Characters that are invisible or only change another's look, such as joiners, keycaps and skin tones. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}\u20E3]/gu;

/** How phones write quotes and dashes. */
const SAME: ReadonlyArray<readonly [RegExp, string]> = [
	[UNSEEN, ''],
	[/[‘’‚‛ʼ׳`´′]/g, "'"],
	[/[“”„‟״″«»]/g, '"'],
	[/[\p{Pd}−]/gu, '-'],
];

/** Punctuation, and emoji that only agree or thank. A question mark asks, so it stays. */
const AROUND =
	/[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Pc}"'.,;:!¡*#~^|·•،؛۔。、\-👍👌👏🙏💪✅✔☑❤♥🧡💛💚💙💜🤍🌹🌸💐😀😃😄😁😊🙂☺😇🥰😍😘🤗🎉]/u;

/** A text in lower case and one spelling, to search for words. */
export function plainWriting(text: string): string {
	let plain = text;
	for (const [written, same] of SAME) plain = plain.replace(written, same);
	return asciiDigits(plain.normalize('NFKC').toLowerCase());
}

/** Whether a reply only quotes a question, as phones write for a reaction to it: `Liked “Can you come?”`. */
export function isQuoteOf(question: string, reply: string): boolean {
	const plain = (text: string) => plainWriting(text).replace(/\s+/g, ' ').trim();
	const [asked, said] = [plain(question), plain(reply)];
	const at = said.indexOf(asked);
	// With a number or a comma, more than a reaction is said before the quote: `1, “Can you come?”`.
	const isReaction = /^[^"\d.,:;!?]*"/.test(said.slice(0, at));
	return said.includes(asked) && isReaction && said.slice(at + asked.length).endsWith('"');
}

/** Scripts that put no spaces between words. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isLetter = (character = '') =>
	/[\p{L}\p{M}\p{N}]/u.test(character) && !UNSPACED.test(character);

/** Whether words stand in a text in the same writing, and not inside of longer words: `no` is not in "know". */
export function hasWords(text: string, words: string): boolean {
	if (words === '') return false;
	const isInside = (inner: string | undefined, outer: string | undefined) =>
		isLetter(inner) && isLetter(outer);
	for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + 1)) {
		const to = from + words.length;
		if (!isInside(words[0], text[from - 1]) && !isInside(words.at(-1), text[to])) return true;
	}
	return false;
}

/**
 * The words of a text, for comparison: `1️⃣`, `(1).` and `１` become `1`, even between direction marks. A text of only
 * punctuation or emoji stays.
 */
export function replyWords(text: string): string {
	const plain = plainWriting(text).trim();
	const characters = [...plain];
	let [from, to] = [0, characters.length];
	while (AROUND.test(characters[from] ?? '')) from++;
	while (AROUND.test(characters[to - 1] ?? '')) to--;
	return from < to ? characters.slice(from, to).join('').replace(/\s+/g, ' ') : plain;
}

const partsOf = (text: string): string[] => replyWords(text).split(/[\s().:,،=-]+/);
const isNumber = (part: string | undefined) => /^\d+$/.test(part ?? '');

/** Numbers would be ambiguous if a choice begins with a digit or contains another choice's number: "1" may mean "table 1". */
const canBeNumbered = (choices: readonly string[]) =>
	!choices.some((choice, at) => {
		const isOfAnother = (part: string) =>
			isNumber(part) && Number(part) !== at + 1 && Number(part) <= choices.length;
		return /^\d/.test(replyWords(choice)) || partsOf(choice).some(isOfAnother);
	});

/**
 * The choice that a reply names: by its words, its number (from 1), or both.
 * @param isNumbered whether the question showed the numbers
 */
export function choiceIn(
	text: string,
	choices: readonly string[],
	isNumbered: boolean,
): string | undefined {
	const said = replyWords(text);
	const named = choices.find((choice) => replyWords(choice) === said);
	if (named !== undefined || !isNumbered) return named;
	const parts = partsOf(text);
	const number = isNumber(parts[0]) ? parts.shift() : parts.pop();
	const numbered = isNumber(number) ? choices[Number(number) - 1] : undefined;
	const isSame = parts.length === 0 || parts.join(' ') === partsOf(numbered ?? '').join(' ');
	return isSame ? numbered : undefined;
}

/**
 * Adds the choices to a question, one per line, with the numbers to reply with. A question that names them all stays as it is.
 * `isNumbered` says whether it shows their numbers.
 */
export function withChoices(question: string, choices: readonly string[]) {
	const isNumbered = canBeNumbered(choices);
	const plain = plainWriting(question);
	if (choices.every((choice) => hasWords(plain, replyWords(choice)))) {
		return { text: question, isNumbered: isNumbered && showsNumbers(plain, choices) };
	}
	const lines = choices.map((choice, at) => (isNumbered ? `${at + 1}. ${choice}` : choice));
	return { text: [question.trimEnd(), ...lines].join('\n'), isNumbered };
}

/** Whether each choice stands near its number: `1 to confirm, 2 to cancel`, `yes (1)`. */
const showsNumbers = (plain: string, choices: readonly string[]): boolean =>
	choices.every((choice, at) => {
		const number = `(?<!\\d)${at + 1}(?!\\d)`;
		const near = new RegExp(`${number}[^\\d\\n?!\\0]{0,25}\\0|\\0[^\\d\\n?!\\0]{0,25}${number}`);
		return near.test(plain.replaceAll(replyWords(choice), '\0'));
	});
