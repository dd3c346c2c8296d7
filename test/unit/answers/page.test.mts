import { PAGE_STYLE } from '../../../nodes/answers/page/pageStyle';
import type { FieldType } from '../../../nodes/answers/form';
import { directionOf, languageOf } from '../../../nodes/answers/page/pageTexts';
import { closedPage, questionPage, thanksPage } from '../../../nodes/answers/page/renderPage';
import type { Page } from '../../../nodes/answers/question';

const approval: Page = { way: 'approval', sender: 'MyShop', message: 'Approve order 1042?' };
const freeText: Page = { ...approval, way: 'freeText', message: 'How was it?' };

const EVIL = `</textarea></title></style><script>alert(1)</script><img src=x onerror="a('b')">&amp;`;
const HARMLESS =
	'&lt;/textarea&gt;&lt;/title&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;amp;';

describe('language', () => {
	test.each([
		['Approve order 1042?', 'en', 'ltr'],
		['לאשר את הזמנה 1042 של ACME?', 'he', 'rtl'],
		['Order of דוד, please approve', 'en', 'ltr'],
		['OK לא', 'he', 'rtl'],
		['לאשר? https://shop.example/orders/1042/approve-this-order-please', 'he', 'rtl'],
		['Approve? https://shop.example/הזמנות-שלי', 'en', 'ltr'],
		['هل توافق؟', 'ar', 'rtl'],
		['¿Aprobar?', 'en', 'ltr'],
		['1042 ✅?', 'en', 'ltr'],
		['', 'en', 'ltr'],
	] as const)(
		'sets the language and the direction of %j to %s, %s',
		(text, language, direction) => {
			expect(languageOf(text)).toBe(language);
			expect(directionOf(languageOf(text))).toBe(direction);
		},
	);
});

describe('questionPage', () => {
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

	test('free text has a field of 2,000 characters and one button', () => {
		const page = questionPage(freeText);
		expect(page).toMatch(/<textarea [^>]*name="text" rows="5" required maxlength="2000">/);
		expect(buttons(page)).toEqual([[undefined, 'Send']]);
	});

	test.each([
		['he', 'rtl', 'לאשר?'],
		['en', 'ltr', 'Approve?'],
	])('writes the page in %s, which runs %s', (lang, dir, message) => {
		expect(questionPage({ ...approval, message })).toContain(`<html lang="${lang}" dir="${dir}">`);
	});

	test('says why an answer is none, and keeps what was written', () => {
		const page = questionPage(freeText, { reason: 'tooLong', form: { text: 'a long\nstory' } });
		expect(page).toContain('role="alert">This is too long.');
		// Browsers drop the first line break after the tag.
		expect(page).toContain('>\na long\nstory</textarea>');
	});
});

/** Pages with a text wherever a person's text can be, and how often they show it. */
const pagesWith = (text: string): Array<[string, page: string, times: number]> => {
	const labels = { confirmLabel: text, declineLabel: text };
	return [
		['the question', questionPage({ ...approval, sender: text, message: text, ...labels }), 4],
		['the form', questionPage(freeText, { reason: 'tooLong', form: { text } }), 1],
		['the thanks', thanksPage(freeText, { data: { text }, outcome: 'answered' }), 1],
		[
			'the thanks for a button',
			thanksPage({ ...approval, confirmLabel: text }, { data: {}, outcome: 'approved' }),
			1,
		],
	];
};

test.each(pagesWith(EVIL))('escapes what a text holds: %s', (_, page, times) => {
	expect(page.split(HARMLESS)).toHaveLength(times + 1);
	expect(page).not.toContain('<img');
	expect(page.match(/<script/g)).toHaveLength(1);
});

// LRE, RLE, PDF, LRO, RLO, LRI, RLI, FSI, PDI (UAX #9)
const TURNS = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069';

test.each(pagesWith(`Do not ${TURNS}pay`))(
	'lets nothing turn the direction of a text around: %s',
	(_, page, times) => {
		expect([...page].filter((sign) => TURNS.includes(sign))).toEqual([]);
		expect(page.split('Do not pay')).toHaveLength(times + 1);
	},
);

describe.each([
	['question', questionPage({ ...approval, declineLabel: '' })],
	['form', questionPage(freeText)],
	['thanks', thanksPage(approval, { data: {}, outcome: 'approved' })],
	['closed', closedPage()],
])('the page of the %s', (_, page) => {
	test('loads nothing from anywhere and sends its form to its own address', () => {
		expect(page).not.toMatch(/\s(?:src|href|action)=|url\(|@import/);
		expect(page).toContain("default-src 'none'");
		expect(page).toContain("form-action 'self'");
	});

	test('is for phones, and for nobody who searches', () => {
		expect(page).toContain('name="viewport" content="width=device-width, initial-scale=1');
		expect(page).toContain('name="robots" content="noindex, nofollow"');
	});

	test('keeps the page small', () => {
		expect(Buffer.byteLength(page)).toBeLessThan(6_000);
	});
});

describe('a form', () => {
	const field = (type: FieldType, choices: string[] = []) => ({
		label: EVIL,
		type,
		isRequired: true,
		choices,
	});
	const form: Page = {
		...approval,
		way: 'form',
		fields: [
			field('text'),
			field('number'),
			field('date'),
			field('radio', [EVIL, 'b']),
			field('checkbox', [EVIL]),
		],
	};

	test('holds labels, choices and what was entered as texts', () => {
		const sent = { field0: EVIL, field1: EVIL, field2: EVIL, field3: EVIL, field4: EVIL };
		const page = questionPage(form, {
			reason: 'faulty',
			form: sent,
			faults: { 0: 'tooLongField', 4: 'missing' },
		});
		expect(page).not.toContain('alert(1)</script><img');
		// Five labels, two choices, and the entries of the first three fields.
		expect(page.split(HARMLESS)).toHaveLength(1 + 5 + 2 + 3);
	});

	test('writes a text in a line, and a textarea in several', () => {
		const shown = (type: FieldType) => questionPage({ ...form, fields: [field(type)] });
		expect(shown('text')).toMatch(/<input [^>]*type="text"/);
		expect(shown('textarea')).toMatch(/<textarea [^>]*rows="2"/);
	});

	test('requires a checkbox that is alone, and not each of several', () => {
		for (const choices of [['a'], ['a', 'b']]) {
			const page = questionPage({ ...form, fields: [field('checkbox', choices)] });
			expect(/<input[^>]* required/.test(page)).toBe(choices.length === 1);
		}
	});

	const ATTRIBUTES =
		/^(|aria-(describedby|invalid)|charset|checked|class|content|dir|for|http-equiv|id|inputmode|lang|maxlength|method|name|required|role|rows|step|type|value)$/;
	test('writes no attribute that a browser does not know', () => {
		const fields = [...(form.fields ?? []), field('checkbox', ['a', 'b']), field('text')];
		for (const faults of [undefined, { 1: 'missing' as const }]) {
			const sent = { reason: 'faulty', form: { field0: 'x' }, faults } as const;
			const page = questionPage({ ...form, fields }, sent);
			const tags = page.replace(/<(style|script)[^]*?<\/\1>/g, '').matchAll(/<\w+([^>]*)>/g);
			const names = [...tags].flatMap(([, attributes = '']) =>
				attributes
					.replace(/="[^"]*"/g, '')
					.trim()
					.split(/\s+/),
			);
			expect(names.length).toBeGreaterThan(20);
			expect(names.filter((name) => !ATTRIBUTES.test(name))).toEqual([]);
		}
	});

	test('says back what was filled in, as text', () => {
		const data = { [EVIL]: EVIL, Number: 4, Nothing: '', None: null, List: ['a', 'b'], Empty: [] };
		const page = thanksPage(form, { data, outcome: 'answered' });
		expect(page).toContain(`${HARMLESS}: ${HARMLESS}\nNumber: 4\nList: a, b<`);
	});
});

test('aligns a text of the page by its own language', () => {
	expect(PAGE_STYLE).not.toMatch(/text-align: (left|right)/);
});
