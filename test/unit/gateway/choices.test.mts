import { choiceIn, isQuoteOf, withChoices } from '../../../gateway/texts/replyWords';

/** The same reply from phones, keyboards, voice assistants and people, and its meaning. */
const YES = 'כן';
const NO = 'לא';
test.each<[how: string, text: string, choice: string | undefined]>([
	['plain', '1', YES],
	['with a mark of direction before it', '\u200F1', YES],
	['a zero-width space', '\u200B2\u200B', NO],
	['a keycap', '1️⃣', YES],
	['full width', '１', YES],
	['Persian digits', '۱', YES],
	['brackets', '(1)', YES],
	['a number sign', '#1', YES],
	['a dash as of a list', '- 2', NO],
	['a zero before it', '02', NO],
	['a thumb', '1 👍🏽', YES],
	['a tick', '✅ 1', YES],
	['number and word', '1 - כן', YES],
	['number and word with an Arabic comma', '1، כן', YES],
	['number and another word', '1 - לא', undefined],
	['the word with a thumb and a heart', 'כן 👍❤️', YES],
	['the word as a question', 'כן?', undefined],
	['the word and more', 'כן תודה', undefined],
	['two numbers', '1 או 2', undefined],
	['number and the word in two', '1 כ ן', undefined],
	['a number that was not shown', '3', undefined],
	['zero', '0', undefined],
	['a percentage', '1%', undefined],
	['the number crossed out', '1 ❌', undefined],
	['a stop alone', '.', undefined],
	['nothing that is seen', '\u200F\u200E', undefined],
	['a long text', `${'.'.repeat(1_000_000)}x`, undefined],
])('reads a choice from %s', (_, text, choice) => {
	expect(choiceIn(text, [YES, NO], true)).toBe(choice);
});

test.each<[string, string[], string | undefined]>([
	['1', ['2 people', '1 person'], undefined],
	['1 Person!', ['2 people', '1 person'], '1 person'],
	['ＹＥＳ', ['Yes', 'No'], 'Yes'],
	['I’m  coming', ["I'm coming", 'No'], "I'm coming"],
	['5', ['Yes', 'No', '5'], '5'],
	['👎', ['Yes 👍', 'No 👎'], undefined],
])('takes %j among %j for a choice where no numbers were shown', (text, choices, choice) => {
	expect(choiceIn(text, choices, false)).toBe(choice);
});

test.each<[string, string[], string, boolean]>([
	['Coming?', ['Yes', 'No'], 'Coming?\n1. Yes\n2. No', true],
	['How many?', ['2 people', '1 person'], 'How many?\n2 people\n1 person', false],
	['Table?', ['Table 2', 'Bar'], 'Table?\nTable 2\nBar', false],
	['Which?', ['Part (1)', 'Part (2)'], 'Which?\n1. Part (1)\n2. Part (2)', true],
	['Coming? Reply 1 for yes, 2 for NO.', ['Yes', 'No'], '', true],
	['Coming? 1️⃣ yes 2️⃣ no', ['Yes', 'No'], '', true],
	['Coming? Reply 1 for no, 2 for yes.', ['Yes', 'No'], '', false],
	['Nobody yesterday?', ['Yes', 'No'], 'Nobody yesterday?\n1. Yes\n2. No', true],
	['When?', ['In 9 days', 'Never'], 'When?\n1. In 9 days\n2. Never', true],
	['Not now? No! Or (yes)', ['Yes', 'No'], '', false],
	['How many come? Write a number, or nobody, or later', ['nobody', 'later'], '', false],
	['A table for 2 at 1 with a view of the beautiful sea, yes or no', ['Yes', 'No'], '', false],
	[
		'Don’t know? Say so',
		["Don't know", '\u200F'],
		"Don’t know? Say so\n1. Don't know\n2. \u200F",
		true,
	],
])('shows in the text %j the choices %j', (question, choices, text, isNumbered) => {
	expect(withChoices(question, choices)).toEqual({ text: text || question, isNumbered });
});

const QUESTION = 'Is Tuesday at 9 good for you?\n1. Yes\n2. No';

test.each([
	[`Liked “${QUESTION}”`, true],
	[`👍 to “\u200A${QUESTION}\u200A”`, true],
	[`אהב/ה את „${QUESTION.replace(/\n/g, '  ')}”`, true],
	[`Liked “To 050-123 4567: ${QUESTION}”`, true],
	[`Liked “${QUESTION}\nReply STOP to opt out”`, true],
	[`Yes! “${QUESTION}”`, false],
	['Liked it last time, so yes', false],
	[`“${QUESTION}” yes`, false],
	[QUESTION, false],
	['Liked “Is Tuesday”', false],
	[`Liked “${'I come. '.repeat(9)}”`, false],
	[`“${QUESTION}”`, true],
])('tells a reaction to a question from a reply: %j, %s', (reply, expected) => {
	expect(isQuoteOf(` ${QUESTION}\n`, reply)).toBe(expected);
	expect(isQuoteOf('', reply)).toBe(false);
	expect(isQuoteOf('Come', 'Who said come to “us”')).toBe(false);
	expect(isQuoteOf('Say “yes”', 'He wrote “no” to say “yes”')).toBe(false);
});
