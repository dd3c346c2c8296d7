import type { Gone, Mistake, CountedOutcome } from '../../../nodes/output/sentence';
import { mistakesText, runSentence } from '../../../nodes/output/sentence';

const items = (count: number, first = 0) => Array.from({ length: count }, (_, n) => first + n);

const NOW = Date.parse('2026-11-29T10:00:00+02:00');
const MONDAY = Date.parse('2026-11-30T10:00:00+02:00');

afterEach(() => void jest.restoreAllMocks());

test.each<[Partial<Record<CountedOutcome, number[]>>, string, Partial<Gone>?]>([
	[
		{ wrongNumber: [4], duplicate: [7, 8], accepted: items(4996), blocked: [3] },
		'4,996 of 5,000 sent, 9,992 SMS: 1 on the blocklist, 2 duplicates, 1 wrong number (item 4)',
		{ sms: 9992 },
	],
	[{ accepted: [2], checked: [3, 4] }, '1 of 3 sent: 2 only checked'],
	[
		{ refused: [2, 9], unknown: [3], mistake: [5], notSent: [6] },
		'0 of 5 sent: 1 mistake (item 5), 1 not sent (item 6), 2 refused (items 2, 9), 1 outcome unknown (item 3)',
	],
	[
		{ wrongNumber: items(1012) },
		'0 of 1,012 sent: 1,012 wrong numbers (items 0, 1, 2, 3, 4 and 1,007 more)',
	],
	[{ unknown: [0, 1] }, '0 of 2 sent: 2 outcomes unknown (items 0, 1)'],
	[
		{ wrongNumber: [3], mistake: [0, 1, 2, 4] },
		'0 of 5 sent: 4 mistakes (items 0, 1, 2, 4), 1 wrong number (item 3)',
	],
	[{ asked: [0, 1] }, '2 of 2 asked, 4 SMS', { sms: 4, outcome: 'asked' }],
	[{ asked: [], blocked: [0] }, '0 of 1 asked: 1 on the blocklist', { outcome: 'asked' }],
	[
		{ accepted: items(4) },
		'4 of 4 scheduled for Mon 30 Nov 10:00, 12 SMS',
		{ sms: 12, scheduled: [MONDAY, MONDAY, MONDAY, MONDAY] },
	],
	[
		{ accepted: items(2) },
		'2 of 2 scheduled for Mon 30 Nov 10:00 and later',
		{ sms: NaN, scheduled: [MONDAY + 60_000, MONDAY] },
	],
	[
		{ accepted: items(5) },
		'3 of 5 sent, 2 scheduled for Mon 30 Nov 10:00, 7 SMS',
		{ sms: 7, scheduled: [MONDAY, MONDAY] },
	],
	[
		{ accepted: [0], duplicate: [1] },
		'1 of 2 scheduled for Wed 2 Jan 2030 10:30: 1 duplicate',
		{ scheduled: [Date.parse('2030-01-02T10:30:00+02:00')] },
	],
])('tells a run in a sentence: %#', (...given) => {
	const [outcomes, sentence, gone] = given;
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
	const all: Gone = { outcome: 'accepted', sms: 0, scheduled: [], ...gone };
	expect(runSentence(outcomes, all)).toBe(sentence);
});

const mistake = (item: number, message = "'Message' is empty"): Mistake => ({ item, message });

test.each<[[Mistake, ...Mistake[]], number, string]>([
	[[mistake(2)], 5, "'Message' is empty"],
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
