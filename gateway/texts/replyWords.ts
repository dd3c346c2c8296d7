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

/** The value of a digit of any script. In Unicode, a script's ten digits are consecutive. */
function digit(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	let zero = code;
	while (isDigit(zero - 1)) zero--;
	return String((code - zero) % 10);
}

/** A text in lower case and one spelling, to search for words. */
export function plainWriting(text: string): string {
	let plain = text;
	for (const [written, same] of SAME) plain = plain.replace(written, same);
	return plain
		.normalize('NFKC')
		.toLowerCase()
		.replace(/(?!\d)\p{Nd}/gu, digit);
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

/** The most characters between a number and its choice in `1 to confirm, 2 to cancel`. */
const NEAR = 25;

/**
 * Adds the choices to a question, one per line, with the numbers to reply with. A question that names them all stays as it is.
 * `isNumbered` says whether it shows their numbers.
 */
export function withChoices(question: string, choices: readonly string[]) {
	const isNumbered = canBeNumbered(choices);
	if (choices.every((choice) => placesOf(question, choice).length > 0)) {
		return { text: question, isNumbered: isNumbered && showsNumbers(question, choices) };
	}
	const lines = choices.map((choice, at) => (isNumbered ? `${at + 1}. ${choice}` : choice));
	return { text: [question.trimEnd(), ...lines].join('\n'), isNumbered };
}

const placesOf = (text: string, words: string) =>
	placesOfWords(plainWriting(text), replyWords(words));

function showsNumbers(question: string, choices: readonly string[]): boolean {
	const plain = plainWriting(question);
	return choices.every((choice, at) =>
		placesOf(question, `${at + 1}`).some((number) =>
			placesOf(question, choice).some((words) => {
				const between = plain.slice(
					Math.min(number.to, words.to),
					Math.max(number.from, words.from),
				);
				return between.length <= NEAR && !/[\d\n?!]/.test(between);
			}),
		),
	);
}
