import { plainWriting, wordsOf } from './replyWords';

const partsOf = (text: string): string[] => wordsOf(text).split(/[\s().:,،=-]+/);
const isNumber = (part: string | undefined) => /^\d+$/.test(part ?? '');

/** Choices have no numbers if one of them begins with a digit, or has the number of another: "1" may mean "table 1". */
const canBeNumbered = (choices: readonly string[]) =>
	!choices.some((choice, at) => {
		const isOfAnother = (part: string) =>
			isNumber(part) && Number(part) !== at + 1 && Number(part) <= choices.length;
		return /^\d/.test(wordsOf(choice)) || partsOf(choice).some(isOfAnother);
	});

/**
 * The choice that a text names: by its words, by its number from 1, or by both. Undefined if the text names none.
 * @param isNumbered whether the question showed the numbers
 */
export function choiceIn(
	text: string,
	choices: readonly string[],
	isNumbered: boolean,
): string | undefined {
	const said = wordsOf(text);
	const named = choices.find((choice) => wordsOf(choice) === said);
	if (named !== undefined || !isNumbered) return named;
	const parts = partsOf(text);
	const number = isNumber(parts[0]) ? parts.shift() : parts.pop();
	const numbered = isNumber(number) ? choices[Number(number) - 1] : undefined;
	const isSame = parts.length === 0 || parts.join(' ') === partsOf(numbered ?? '').join(' ');
	return isSame ? numbered : undefined;
}

/** The most characters between a number and its choice in a question, as in `1 to confirm, 2 to cancel`. */
const NEAR = 25;

/** The text of a question that names its choices, and whether it shows their numbers. */
export interface ShownChoices {
	text: string;
	isNumbered: boolean;
}

/**
 * Adds the choices to a question, one on each line, with the numbers to reply with. Adds nothing if it holds them all.
 * @param isNumbered for a reminder: whether the question showed numbers
 */
export function withChoices(
	question: string,
	choices: readonly string[],
	isNumbered = canBeNumbered(choices),
): ShownChoices {
	if (choices.every((choice) => placesOf(question, choice).length > 0)) {
		return { text: question, isNumbered: isNumbered && showsNumbers(question, choices) };
	}
	const lines = choices.map((choice, at) => (isNumbered ? `${at + 1}. ${choice}` : choice));
	return { text: [question.trimEnd(), ...lines].join('\n'), isNumbered };
}

/** Where a text holds these words as whole words. */
function placesOf(text: string, words: string): Array<{ from: number; to: number }> {
	const [plain, sought] = [plainWriting(text), wordsOf(words)];
	const isEnd = (end: string | undefined) => !/[\p{L}\p{N}]/u.test(end ?? '');
	const places: Array<{ from: number; to: number }> = [];
	if (sought === '') return places;
	for (let from = plain.indexOf(sought); from >= 0; from = plain.indexOf(sought, from + 1)) {
		const to = from + sought.length;
		if (isEnd(plain[from - 1]) && isEnd(plain[to])) places.push({ from, to });
	}
	return places;
}

/** Whether a question shows each choice beside its number, as in `Reply 1 for yes, 2 for no`. */
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

const CODES_ONLY = /^\d\d(?:(?:[\s,+&]|and|ו-?|و)+\d\d)*$/;
/** One code among words, and a code with anything behind it. */
const ONE_CODE = /^(\D*)(\d\d)(\D*)$/;
const CODE_FIRST = /^()(\d\d)(?!\d)(.+)$/;

/** What people add to a code that they reply with. */
const AGREES = new Set(
	`,yes,ok,okay,sure,approve,approved,i approve,to approve,code,כן,אוקיי,בסדר,אישור,לאישור,מאשר,מאשרת,קוד,نعم,موافق,موافقة,للموافقة,رمز`.split(
		',',
	),
);
const POLITE = /(?<!\p{L})(?:please|thanks|thank you|תודה|בבקשה|شكرا|من فضلك)(?!\p{L})/gu;

/** The codes of a text that is nothing but codes. */
export function codesIn(text: string): string[] {
	const said = wordsOf(text);
	return CODES_ONLY.test(said) ? [...new Set(said.match(/\d\d/g))] : [];
}

/** What a text means to a question that only its codes decide: it has the code at this place, or is free text. */
export type CodeReading = { place: number } | { isOwn: boolean };

/**
 * Reads a reply to a question with codes of two digits. Undefined for codes of other questions alone: they decide nothing.
 * Free text `isOwn` if it begins with a code of the question, or has no other number.
 * @param placeOf the place of a code among those of the question, or -1
 * @param choices what the codes stand for
 */
export function readCode(
	text: string,
	placeOf: (code: string) => number,
	choices: readonly string[] = [],
): CodeReading | undefined {
	const codes = codesIn(text);
	if (codes.length > 0) {
		const [place, ...others] = codes.map(placeOf).filter((found) => found >= 0);
		if (place === undefined) return undefined;
		return others.length === 0 ? { place } : { isOwn: true };
	}
	const said = wordsOf(text);
	const [, before = '', code = '', behind = ''] =
		ONE_CODE.exec(said) ?? CODE_FIRST.exec(said) ?? [];
	const place = placeOf(code);
	if (place < 0) return { isOwn: false };
	const added = wordsOf(`${before} ${behind}`);
	const agrees = AGREES.has(wordsOf(added.replace(POLITE, '')));
	return agrees || added === wordsOf(choices[place] ?? '') ? { place } : { isOwn: true };
}
