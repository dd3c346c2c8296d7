import type { Mistake, CountedOutcome } from '../../../nodes/output/sentence';
import { mistakesText, runSentence } from '../../../nodes/output/sentence';

const items = (count: number, first = 0) => Array.from({ length: count }, (_, n) => first + n);

test.each<[Partial<Record<CountedOutcome, number[]>>, string]>([
	[
		{ wrongNumber: [4], duplicate: [7, 8], accepted: items(4996), blocked: [3] },
		'4,996 accepted, 1 on the blocklist, 2 duplicates, 1 wrong number [item 4]',
	],
	[{ accepted: [2], checked: [3, 4] }, '1 accepted, 2 only checked'],
	[{ accepted: [], duplicate: [2] }, '1 duplicate'],
	[
		{ refused: [2, 9], unknown: [3], mistake: [5], notSent: [6] },
		'1 mistake [item 5], 1 not sent [item 6], 2 refused [items 2, 9], 1 outcome unknown [item 3]',
	],
	[{ wrongNumber: items(1012) }, '1,012 wrong numbers [items 0, 1, 2, 3, 4 and 1,007 more]'],
	[{ unknown: [0, 1] }, '2 outcomes unknown [items 0, 1]'],
	[{ unknown: [0] }, '1 outcome unknown'],
	[{ wrongNumber: [0] }, '1 wrong number'],
	[{}, ''],
])('tells a run in a sentence: %#', (outcomes, sentence) => {
	expect(runSentence(outcomes)).toBe(sentence);
});

const mistake = (item: number, message = "'Message' is empty"): Mistake => ({ item, message });

test.each<[[Mistake, ...Mistake[]], number, string]>([
	[[mistake(2)], 5, "'Message' is empty"],
	[[mistake(0), mistake(1)], 2, "'Message' is empty"],
	[[mistake(0), mistake(2)], 3, "'Message' is empty [item 0]; 'Message' is empty [item 2]"],
	[[mistake(0), mistake(1, 'x')], 2, "'Message' is empty [item 0]; x [item 1]"],
])('tells the mistakes %j of %i items at once: %s', (mistakes, count, said) => {
	const before = said.includes('[') ? `2 of ${count} items have a mistake: ` : '';
	expect(mistakesText(mistakes, count)).toBe(before + said);
});

test('five mistakes are named', () => {
	const [first, ...others] = items(1500).map((item) => mistake(item));
	const text = mistakesText([first as Mistake, ...others], 2000);
	expect(text).toMatch(
		/^1,500 of 2,000 items have a mistake: .* \[item 0\]; .* \[item 4\]; and 1,495 more$/,
	);
	expect(text.match(/\[item \d+\]/g)).toHaveLength(5);
});
