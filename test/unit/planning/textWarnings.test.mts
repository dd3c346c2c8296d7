import { textWarnings } from '../../../nodes/TextMe/operations/sms/estimate';

const LONG = 'https://example.com/spring-sale?utm_source=sms&utm_campaign=spring';

const dearer = (segments: number, signs: string) =>
	`The text has ${segments} segments instead of 1 because of ${signs}`;

test.each([
	['Hebrew', 'שלום דנה, ההזמנה שלך בדרך אליך. '.repeat(4), []],
	['a Hebrew letter that costs nothing', 'Hello א', []],
	['a Hebrew letter that costs two segments', `${'x'.repeat(150)}א`, [dearer(3, '"א"')]],
	['curly quotes', `“${'x'.repeat(100)}”`, [dearer(2, '"“", "”"')]],
	['three of them', `${'x'.repeat(100)}אבג`, [dearer(2, '"א", "ב", "ג"')]],
	['four of them are meant', `${'x'.repeat(100)}אבגד`, []],
	[
		'typographic signs',
		`“Sale” – it’s “today” … it’s ${'x'.repeat(110)}`,
		[dearer(3, '"“", "”", "–", "’", "…"')],
	],
	['signs that nobody sees', `a\u00A0b\u200D${'x'.repeat(110)}`, [dearer(2, 'U+00A0, U+200D')]],
	['typographic signs in Hebrew', 'שלום – “דנה” … ’'.repeat(8), []],
	[
		'many emojis',
		`${'x'.repeat(100)}${'👍🎉💐🌹😀🙏'.repeat(2)}`,
		[dearer(2, '"👍", "🎉", "💐", "🌹", "😀" and 1 more')],
	],
	['a link of 30 characters', `See ${LONG.slice(0, 30)}`, []],
	['a link of 31 characters', `See ${LONG.slice(0, 31)}`, [expect.stringContaining('of 31 ')]],
	[
		'a long link',
		`See ${LONG}`,
		[
			`The text has a link of ${LONG.length} characters; add it under 'Short Links' to have it shortened`,
		],
	],
	['no protocol', `www.${'x'.repeat(40)}.com`, [expect.stringContaining('of 48 characters')]],
] as Array<[string, string, string[]]>)('warns of what makes a text dearer: %s', (...row) => {
	const [, text, warnings] = row;
	expect(textWarnings(text, 'segment')).toEqual(warnings);
});
