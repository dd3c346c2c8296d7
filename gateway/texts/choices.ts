import { placesOfWords, plainWriting, replyWords } from './replyWords';

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

/** A question that names its choices. `isNumbered` says whether it shows their numbers. */
export interface ShownChoices {
	text: string;
	isNumbered: boolean;
}

/**
 * Adds the choices to a question, one per line, with the numbers to reply with. A question that names them all stays as it is.
 */
export function withChoices(question: string, choices: readonly string[]): ShownChoices {
	const isNumbered = canBeNumbered(choices);
	if (choices.every((choice) => placesOf(question, choice).length > 0)) {
		return { text: question, isNumbered: isNumbered && showsNumbers(question, choices) };
	}
	const lines = choices.map((choice, at) => (isNumbered ? `${at + 1}. ${choice}` : choice));
	return { text: [question.trimEnd(), ...lines].join('\n'), isNumbered };
}

/** Where a text contains these words as whole words. */
const placesOf = (text: string, words: string) =>
	placesOfWords(plainWriting(text), replyWords(words));

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
