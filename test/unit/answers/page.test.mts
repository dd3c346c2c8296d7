import {
	closedPage,
	directionOf,
	languageOf,
	PAGE_STYLE,
	questionPage,
	thanksPage,
} from '../../../nodes/answers/page';
import type { Page } from '../../../nodes/answers/page';

const approval: Page = { sender: 'MyShop', message: 'Approve order 1042?' };
const review: Page = { ...approval, declineLabel: '', asksReason: true };
const choices: Page = { ...approval, choices: ['Yes', 'No'] };

const EVIL = `</textarea></title></style><script>alert(1)</script><img src=x onerror="a('b')">&amp;`;
const HARMLESS =
	'&lt;/textarea&gt;&lt;/title&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;amp;';

test.each([
	['Approve order 1042?', 'en', 'ltr'],
	['לאשר את הזמנה 1042 של ACME?', 'he', 'rtl'],
	['Order of דוד, please approve', 'en', 'ltr'],
	['לאשר? https://shop.example/orders/1042/approve-this-order-please', 'he', 'rtl'],
	['Approve? https://shop.example/הזמנות-שלי', 'en', 'ltr'],
	['לאשר? dana.cohen.the.manager@shop.example', 'he', 'rtl'],
	['אישור/דחייה? OK OK', 'he', 'rtl'],
	['هل توافق؟', 'ar', 'rtl'],
	['1042 ✅?', 'en', 'ltr'],
] as const)('sets the language and the direction of %j to %s, %s', (text, language, direction) => {
	expect(languageOf(text)).toBe(language);
	expect(directionOf(languageOf(text))).toBe(direction);
	const page = questionPage({ ...approval, message: text });
	expect(page).toContain(`<html lang="${language}" dir="${direction}">`);
});

const buttons = (page: string) =>
	[...page.matchAll(/<button(?: name="decision" value="(\w+)")?[^>]*>([^<]*)<\/button>/g)].map(
		([, value, label]) => [value, label],
	);

test.each([
	['Approve order 1042?', undefined, 'Approve', undefined],
	['Approve order 1042?', '', 'Approve', 'Decline'],
	['לאשר?', '', 'אישור', 'דחייה'],
	['هل توافق؟', '', 'موافقة', 'رفض'],
	['Approve?', 'Not now', 'Approve', 'Not now'],
])('labels the buttons of %j, decline as %j', (message, declineLabel, confirm, decline) => {
	const page = { ...approval, message, ...(declineLabel === undefined ? {} : { declineLabel }) };
	expect(buttons(questionPage(page))).toEqual([
		['confirm', confirm],
		...(decline === undefined ? [] : [['decline', decline]]),
	]);
});

test('a review has a field of 2,000 characters for the reason, between the buttons', () => {
	const page = questionPage(review);
	expect(page).toMatch(/<textarea id="reason" name="reason" rows="2" maxlength="2000">/);
	expect(page).toMatch(/value="confirm".*[^]*<textarea[^]*value="decline"/);
	expect(buttons(page)).toEqual([
		['confirm', 'Approve'],
		['decline', 'Decline'],
	]);
});

test('says why an answer is none, and keeps what was written', () => {
	const page = questionPage(review, { why: 'tooLong', written: 'a long\nstory' });
	expect(page).toContain('role="alert">This is too long.');
	// Browsers drop the first line break after the tag.
	expect(page).toContain('>\na long\nstory</textarea>');
});

/** Pages with a text wherever a person's text can be, and how often they show it. */
const pagesWith = (text: string): Array<[string, page: string, times: number]> => {
	const labels = { confirmLabel: text, declineLabel: text };
	return [
		['the question', questionPage({ ...approval, sender: text, message: text, ...labels }), 4],
		['the reason', questionPage(review, { why: 'tooLong', written: text }), 1],
		['choices', questionPage({ ...choices, choices: [text, text] }), 2],
		...[
			thanksPage(choices, { data: { choice: text }, outcome: 'answered' }),
			thanksPage(review, { data: { chatInput: text }, outcome: 'disapproved' }),
			thanksPage({ ...approval, confirmLabel: text }, { data: {}, outcome: 'approved' }),
		].map((page, n): [string, string, number] => [`the thanks ${n}`, page, 1]),
	];
};

test.each(pagesWith(EVIL))('escapes what a text holds: %s', (_, page, times) => {
	expect(page.split(HARMLESS)).toHaveLength(times + 1);
	expect(page).not.toContain('<img');
	expect(page.match(/<script/g)).toHaveLength(1);
});

test.each([
	['https://shop.example/a?b=1&c=2', 'https://shop.example/a?b=1&amp;c=2', ''],
	['https://shop.example/a.', 'https://shop.example/a', '.'],
	['(https://shop.example/?)', 'https://shop.example/', '?)'],
	['"https://shop.example"', 'https://shop.example', '&quot;'],
	['https://shop.example/"onclick="a', 'https://shop.example/&quot;onclick=&quot;a', ''],
])('lets people tap a link: %s', (written, link, after) => {
	const page = questionPage({ ...approval, message: `See ${written}\nOK?` });
	expect(page).toContain(`<a href="${link}" rel="noreferrer noopener">${link}</a>${after}\nOK?`);
});

test.each(['www.shop.example', 'javascript:alert(1)//https', 'https://', 'mail@shop.example'])(
	'makes no link of %s',
	(text) => {
		expect(questionPage({ ...approval, message: `See ${text}` })).not.toContain('<a ');
	},
);

// LRE, RLE, PDF, LRO, RLO, LRI, RLI, FSI, PDI (UAX #9)
const TURNS = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';

test.each(pagesWith(`Do not ${TURNS}pay`))('lets nothing turn a text: %s', (_, page, times) => {
	expect([...page].filter((sign) => TURNS.includes(sign))).toEqual([]);
	expect(page.split('Do not pay')).toHaveLength(times + 1);
});

test.each([
	['question', questionPage({ ...approval, declineLabel: '' })],
	['review', questionPage(review)],
	['choices', questionPage(choices)],
	['thanks', thanksPage(approval, { data: {}, outcome: 'approved' })],
	['closed', closedPage()],
])(
	'the page of the %s loads nothing, is small, for phones, and for nobody who searches',
	(_, page) => {
		expect(page).not.toMatch(/\s(?:src|href|action)=|url\(|@import/);
		expect(page).toContain("default-src 'none'");
		expect(page).toContain("form-action 'self'");
		expect(page).toContain('name="viewport" content="width=device-width, initial-scale=1');
		expect(page).toContain('name="robots" content="noindex, nofollow"');
		expect(Buffer.byteLength(page)).toBeLessThan(6_000);
	},
);

const ATTRIBUTES =
	/^(|charset|class|content|dir|for|http-equiv|id|lang|maxlength|method|name|role|rows|value)$/;
test.each([
	['choices', questionPage(choices)],
	['a review', questionPage(review, { why: 'tooLong', written: 'x' })],
])('writes no attribute that a browser does not know: %s', (_, page) => {
	const tags = page.replace(/<(style|script)[^]*?<\/\1>/g, '').matchAll(/<\w+([^>]*)>/g);
	const names = [...tags].flatMap(([, attributes = '']) =>
		attributes
			.replace(/="[^"]*"/g, '')
			.trim()
			.split(/\s+/),
	);
	expect(names.length).toBeGreaterThan(20);
	expect(names.filter((name) => !ATTRIBUTES.test(name))).toEqual([]);
});

test('aligns a text of the page by its own language', () =>
	expect(PAGE_STYLE).not.toMatch(/text-align: (left|right)/));
