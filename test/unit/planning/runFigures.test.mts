import type { Mistake, Outcome } from '../../../nodes/output/sentence';
import { mistakesText, rowOf, runSentence } from '../../../nodes/output/sentence';

const rows = (count: number, first = 2) => Array.from({ length: count }, (_, n) => first + n);

test.each<[Partial<Record<Outcome, number[]>>, string]>([
	[
		{ wrongNumber: [4], duplicate: [7, 8], accepted: rows(4996), blocked: [3] },
		'4,996 accepted, 1 on the blocklist, 2 duplicates, 1 wrong number (row 4)',
	],
	[{ accepted: [2], checked: [3, 4] }, '1 accepted, 2 only checked'],
	[{ accepted: [], duplicate: [2] }, '1 duplicate'],
	[
		{ refused: [2, 9], unknown: [3], mistake: [5], notSent: [6] },
		'1 mistake (row 5), 1 not sent (row 6), 2 refused (rows 2, 9), 1 unknown (row 3)',
	],
	[{ wrongNumber: rows(1012) }, '1,012 wrong numbers (rows 2, 3, 4, 5, 6 and 1,007 more)'],
	[{}, ''],
])('tells a run in a sentence: %#', (outcomes, sentence) => {
	expect(runSentence(outcomes)).toBe(sentence);
});

test.each([
	[{}, 0, 2],
	[undefined, 2, 4],
	[{ row_number: 7 }, 2, 7],
	[{ row_number: '' }, 2, 4],
])('counts the rows of %j at %i: row %i', (item, index, row) => {
	expect(rowOf(item, index)).toBe(row);
});

const mistake = (item: number, text = `'Message' is empty`): Mistake => ({
	row: item + 2,
	message: `${text} [item ${item}]`,
});

test.each<[string, [Mistake, ...Mistake[]], number, string]>([
	['one', [mistake(2)], 5, "'Message' is empty [item 2]"],
	['the same in all', [mistake(0), mistake(1)], 2, "'Message' is empty [item 0]"],
	[
		'the same in two of three',
		[mistake(0), mistake(2)],
		3,
		"2 of 3 items have a mistake: row 2: 'Message' is empty [item 0]; row 4: 'Message' is empty [item 2]",
	],
	[
		'two in two',
		[mistake(0), mistake(1, 'x')],
		2,
		"2 of 2 items have a mistake: row 2: 'Message' is empty [item 0]; row 3: x [item 1]",
	],
])('mistakes are told at once: %s', (_, mistakes, items, text) => {
	expect(mistakesText(mistakes, items)).toBe(text);
});

test('five mistakes are named', () => {
	const [first, ...others] = rows(1500, 0).map((item) => mistake(item));
	const text = mistakesText([first as Mistake, ...others], 2000);
	expect(text).toMatch(
		/^1,500 of 2,000 items have a mistake: row 2: .*; row 6: .*; and 1,495 more$/,
	);
	expect(text.match(/row \d+/g)).toHaveLength(5);
});
