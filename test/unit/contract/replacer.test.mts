import { Replacer } from '../../../contract/replacer.mts';

const TOKEN = 'ab12-Cd34.secret';

test('nothing of an account is left, and its form is', () => {
	const text = new Replacer().body(
		JSON.stringify({
			status: 0,
			message: `Your balance is 102508361 SMS, dana & co. Token ${TOKEN}`,
			transactions: [
				{ phone: '0501234567', status: '102', date: '01/05/26 10:30', text: 'שלום Moshe' },
				{ phone: 972501234567, external_id: 'order-104290773', operator: 'Cellcom', flag: true },
			],
		}),
	);
	for (const secret of [TOKEN, 'dana', '1234567', '102508361', 'Moshe', 'שלום', '104290773']) {
		expect(text).not.toContain(secret);
	}
	const phone = expect.stringMatching(/^05\d{8}$/) as string;
	const made = JSON.parse(text) as { transactions: Array<{ phone: unknown }> };
	expect(made).toEqual({
		status: 0,
		message: expect.stringMatching(/^[A-Z][a-z]{3} [a-z]{7} [a-z]{2} \d{9} [A-Z]{3}, /) as string,
		transactions: [
			{
				...{ phone, status: '102', date: '01/05/26 10:30' },
				text: expect.stringMatching(/^[א-ת]{4} [A-Z][a-z]{4}$/) as string,
			},
			{
				...{ phone: expect.any(Number) as number, flag: true },
				external_id: expect.stringMatching(/^[a-z]{5}-\d{9}$/) as string,
				operator: expect.not.stringContaining('Cellcom') as string,
			},
		],
	});
	// The same number in any spelling.
	const [first, second] = made.transactions;
	expect(String(second?.phone)).toBe(`972${String(first?.phone).slice(1)}`);
});

test('replaces in XML as in JSON, and in requests as in replies', () => {
	const one = new Replacer();
	const json = one.body(
		'{"sms":{"destinations":{"phone":[{"$":{"id":"order-7777"},"_":"0501234567"}]}}}',
	);
	const [id, phone] = [/"id":"([^"]+)"/.exec(json)?.[1], /"_":"(\d+)"/.exec(json)?.[1]];
	const xml = one.body(
		'<?xml version="1.0" encoding="UTF-8"?>\n<dlr status="515"><status>515</status><transaction id="order-7777"><phone>0501234567</phone><note><![CDATA[Zohar &]]></note><text>a &amp; b &#1490;</text></transaction></dlr>',
	);
	expect(xml).toContain('<dlr status="515"><status>515</status>');
	expect(xml).toContain(`<transaction id="${id}"><phone>${phone}</phone>`);
	expect(xml).toMatch(/<!\[CDATA\[[A-Z][a-z]{4} &\]\]>/);
	expect(xml).toMatch(/<text>[a-z] &amp; [a-z] [א-ת]<\/text>/);
});

test('names of fields that are numbers are replaced like numbers', () => {
	const one = new Replacer();
	const text = one.body('{"0501234567":{"phone":"0501234567"}}');
	expect(text).toMatch(/^\{"(\d{10})":\{"phone":"\1"\}\}$/);
	expect(text).not.toContain('0501234567');
});

/** Secrets in unusual parts of a transcript. */
const HIDDEN: Array<[name: string, text: string, secrets: string[]]> = [
	[
		'IP addresses',
		'{"message":"Your IP 82.12.34.5 is not allowed, nor 2a02:ed0:4711::beef","status":3}',
		['82.12.34.5', '12.34', '2a02', '4711', 'beef'],
	],
	[
		'people as names of fields',
		'{"Moshe":{"phone":"0501234567"},"Dana Levi":1,"נועה":2,"moshe_cohen":3}',
		['Moshe', 'Dana', 'Levi', 'נועה', 'moshe', 'cohen'],
	],
	[
		'people as names of elements',
		'<dlr><status>0</status><Moshe Levi="1"><phone>0501234567</phone></Moshe></dlr>',
		['Moshe', 'Levi'],
	],
	[
		'comments',
		`<!-- ${TOKEN} > Zohar 0501234567 --><dlr><!--Zohar--><status>0</status></dlr>`,
		[TOKEN, 'secret', 'Zohar', '1234567'],
	],
	[
		'processing instructions',
		`<?xml version="1.0"?><?php $token="${TOKEN}>"; $by='Zohar' ?><dlr><status>0</status></dlr>`,
		['secret', 'Zohar'],
	],
	[
		'a document type',
		'<!DOCTYPE dlr [<!ENTITY by "Zohar 0501234567">]><dlr><status>0</status></dlr>',
		['Zohar', '1234567'],
	],
	[
		'numeric entities',
		'<dlr><by>&#77;&#111;she &#x4d;&#x6F;&#x73;&#x68;&#x65;</by><he>&#1502;&#1513;&#1492;</he></dlr>',
		['&#111;', 'she', '&#x6F;', '&#x73;', '&#1502;&#1513;&#1492;', 'משה'],
	],
	['what follows an ampersand', '{"url":"https://x/?a=1&Moshe=2&amp;Zohar"}', ['Moshe', 'Zohar']],
	[
		'phone numbers in pairs of digits',
		'{"05-01-23-45-67":0,"phone":"05-01-23-45-67","text":"1 700 12 34 56"}',
		['23-45-67', '12 34 56'],
	],
	['a number that could be a time', '{"phone":1700123456}', ['123456']],
	...['٠٥٠١٢٣٤٥٦٧', '０５０１２３４５６７', '𝟎𝟓𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕', '⑤③④'].map(
		(digits): [string, string, string[]] => [
			`the digits ${digits}`,
			`{"phone":"${digits}","${digits}":{"status":"${digits}"},"text":"Call ${digits}"}`,
			[digits, ...digits],
		],
	),
	['a phone number as a status', '{"status":"0501234567","version":972501234567}', ['1234567']],
];

test.each(HIDDEN)('leaves no %s in a transcript', (_, text, secrets) => {
	const made = new Replacer().body(text);
	for (const secret of secrets) expect(made).not.toContain(secret);
});

test('keeps names, statuses, and the form of what was replaced', () => {
	const one = new Replacer();
	const reply =
		'{"getBlanceSubs":{"cl_id":7,"df12":"x","campaignName":"","recipients":[],"$":{"id":"7"},"addNumBL":0,"dlrByDate":0,"getCLbyID":0,"messageid":0,"interantional_balance":3}}';
	const made = one.body(reply);
	const namesIn = (text: string) => text.match(/"[^"]+"(?=:)/g);
	expect(namesIn(made)).toEqual(namesIn(reply));
	const xml = one.body('<?xml version="1.0"?><sms><Moshe id="1">a</Moshe></sms>');
	expect(xml).toMatch(/^<sms><([A-Z][a-z]{4}) id="1">[b-z]<\/\1><\/sms>$/);
	expect(one.body('{"ip":"82.12.34.5"}')).toMatch(/^\{"ip":"(\d{1,3}\.){3}\d{1,3}"\}$/);
	expect(one.body('82.12.34.5')).toBe(one.body('82.12.34.5'));
	expect(one.body('82.12.34.5')).not.toBe(one.body('82.12.34.6'));
});

test('different values stay different, and another replacer makes others of them', () => {
	const one = new Replacer();
	const numbers = Array.from({ length: 500 }, (_, index) => String(501_000_000 + index));
	const made = numbers.map((number) => one.body(number));
	expect(new Set(made).size).toBe(numbers.length);
	expect(numbers.map((number) => one.body(number))).toEqual(made);
	expect(made).not.toEqual(numbers.map((number) => new Replacer().body(number)));
});

test.each(['   ', '12', 'true', '22/11/2026 10:00:05', '2026-11-22T10:00:05Z'])(
	'leaves %j',
	(text) => expect(new Replacer().body(text)).toBe(text),
);

test.each(['<html><p>Zohar', '{"broken":"Zohar', 'Zohar'])('replaces all of %j', (text) => {
	const made = new Replacer().body(text);
	expect(made).toHaveLength(text.length);
	expect(made).not.toContain('Zohar');
});
