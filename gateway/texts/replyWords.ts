/**
 * Characters that are invisible or only change another's look: directions, joiners, variation selectors, keycaps, skin tones.
 */
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

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** The digits of all scripts that were met. Unicode has a few hundred. */
const DIGITS = new Map<string, string>();

/** The value of a digit of any script. In Unicode, a script's ten digits are consecutive. */
function digit(character: string): string {
	const known = DIGITS.get(character);
	if (known !== undefined) return known;
	const code = character.codePointAt(0) ?? 0;
	let zero = code;
	while (isDigit(zero - 1)) zero--;
	const value = String((code - zero) % 10);
	DIGITS.set(character, value);
	return value;
}

/** A text in lower case and one spelling, to search for words. */
export function plainWriting(text: string): string {
	let plain = text;
	for (const [written, same] of SAME) plain = plain.replace(written, same);
	return plain
		.normalize('NFKC')
		.toLowerCase()
		.replace(/\p{Nd}/gu, digit);
}

/**
 * Whether a reply only quotes a question, as phones write for a reaction to it: `Liked “Can you come?”`. What is said beside
 * the quote is a reply.
 */
export function isQuoteOf(question: string, reply: string): boolean {
	const [asked = '', said = ''] = [question, reply].map((text) =>
		plainWriting(text).replace(/\s+/g, ' ').trim(),
	);
	const at = asked === '' ? -1 : said.indexOf(asked);
	// With a number or a comma, more than a reaction is said before the quote: `1, “Can you come?”`.
	const isReaction = /^[^"\d.,:;!?]*"/.test(said.slice(0, Math.max(at, 0)));
	return at > 0 && isReaction && said.slice(at + asked.length).endsWith('"');
}

/** Scripts that put no spaces between words. */
const UNSPACED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isLetter = (character = '') =>
	/[\p{L}\p{M}\p{N}]/u.test(character) && !UNSPACED.test(character);

/** Where words stand in a text in the same writing, and not inside of longer words: `no` is not in "know". */
export function placesOfWords(text: string, words: string): Array<{ from: number; to: number }> {
	const places: Array<{ from: number; to: number }> = [];
	if (words === '') return places;
	for (let from = text.indexOf(words); from >= 0; from = text.indexOf(words, from + 1)) {
		const to = from + words.length;
		const isInside = (inner: number, outer: number) =>
			isLetter(words[inner]) && isLetter(text[outer]);
		if (!isInside(0, from - 1) && !isInside(words.length - 1, to)) places.push({ from, to });
	}
	return places;
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
