import { Replacer } from '../../../scripts/contract/replacer.mts';

const TOKEN = 'ab12-Cd34.secret';
const replacer = () => new Replacer([TOKEN, 'dana & co']);

test('nothing of an account is left, and its form is', () => {
	const reply = {
		status: 0,
		message: `Your balance is 102508361 SMS, dana & co. Token ${TOKEN}`,
		transactions: [
			{
				phone: '0501234567',
				status: '102',
				date: '01/05/26 10:30',
				text: 'שלום Moshe, dial 050-765-4321',
			},
			{
				phone: 972501234567,
				status: 0,
				external_id: 'order-104290773',
				operator: 'Cellcom',
				flag: true,
			},
		],
	};
	const text = replacer().body(JSON.stringify(reply));
	for (const secret of [
		TOKEN,
		'dana',
		'1234567',
		'765-4321',
		'102508361',
		'Moshe',
		'שלום',
		'104290773',
		'Cellcom',
	]) {
		expect(text).not.toContain(secret);
	}
	const made = JSON.parse(text) as typeof reply;
	expect(Object.keys(made)).toEqual(Object.keys(reply));
	const [first, second] = made.transactions;
	expect(first).toMatchObject({ status: '102', date: '01/05/26 10:30' });
	expect(second).toMatchObject({ status: 0, flag: true, phone: expect.any(Number) as number });
	expect(first?.phone).toMatch(/^05\d{8}$/);
	// The same number, in whatever way it is written.
	expect(String(second?.phone)).toBe(`972${String(first?.phone).slice(1)}`);
	expect(second?.external_id).toMatch(/^[a-z]{5}-\d{9}$/);
	expect(first?.text).toMatch(/^[א-ת]{4} [A-Z][a-z]{4}, [a-z]{4} 05\d-\d{3}-\d{4}$/);
	expect(made.message).toMatch(/balance is \d{9} SMS/i);
});

test('in XML as in JSON, and in requests as in replies', () => {
	const one = replacer();
	const json = one.body(
		'{"sms":{"destinations":{"phone":[{"$":{"id":"order-7777"},"_":"0501234567"}]}}}',
	);
	const [id, phone] = [/"id":"([^"]+)"/.exec(json)?.[1], /"_":"(\d+)"/.exec(json)?.[1]];
	const xml = one.body(
		'<?xml version="1.0" encoding="UTF-8"?>\n<dlr><status>515</status><transaction id="order-7777"><phone>0501234567</phone><note><![CDATA[Zohar &]]></note><t>a &amp; b &#1490;</t></transaction></dlr>',
	);
	expect(xml).toContain('<?xml version="1.0" encoding="UTF-8"?>\n<dlr><status>515</status>');
	expect(xml).toContain(`<transaction id="${id}"><phone>${phone}</phone>`);
	expect(xml).toMatch(/<!\[CDATA\[[A-Z][a-z]{4} &\]\]>/);
	expect(xml).toContain('&amp;');
	expect(xml).toContain('&#1490;');
});

test('names of fields that are numbers are replaced like numbers', () => {
	const one = replacer();
	const text = one.body('{"0501234567":{"phone":"0501234567"}}');
	const [[key, { phone }] = ['', { phone: '' }]] = Object.entries(
		JSON.parse(text) as Record<string, { phone: string }>,
	);
	expect(key).toBe(phone);
	expect(key).not.toBe('0501234567');
});

test('different values stay different, and another replacer makes others of them', () => {
	const one = replacer();
	const numbers = Array.from({ length: 500 }, (_, index) => String(501_000_000 + index));
	const made = numbers.map((number) => one.text(number));
	expect(new Set(made).size).toBe(numbers.length);
	expect(numbers.map((number) => one.text(number))).toEqual(made);
	expect(made).not.toEqual(numbers.map((number) => replacer().text(number)));
});

test.each(['', '   ', 'SMS will be sent', '12', '22/11/2026 10:00:05', '2026-11-22T10:00:05Z'])(
	'%j says nothing of an account and stays',
	(text) => {
		expect(replacer().text(text)).toBe(text);
	},
);

test.each(['', '<html><p>Zohar', '{"broken":"Zohar', 'Zohar'])('%j can be replaced', (text) => {
	const made = replacer().body(text);
	expect(made).toHaveLength(text.length);
	expect(made).not.toContain('Zohar');
});
