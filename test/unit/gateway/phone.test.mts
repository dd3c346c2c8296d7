import { InputError } from '../../../gateway/values/checks';
import {
	normalizeIsraeliPhone,
	normalizePhone,
	pairKey,
	phoneForms,
	phoneKey,
	toInternational,
	toNational,
	writtenPhone,
} from '../../../gateway/phones/phone';

const MOBILE = [
	...['050-123-4567', '(050) 123.4567', '\t0501234567\n', '501234567', '050123456-7'],
	...['972-50-123-4567', '9720501234567', '+972 50-123 4567', '+972-050-1234567'],
	...['+972 (0)50 123 4567', '(0)50 123 4567', '972 (0) 50 123 4567'],
	...['00972 50 123 4567', '+00972501234567', 501234567, 972501234567],
	...['\u200E+972 50\u2011123\u20114567\u200F', '\u202A050-1234567\u202C'],
	...['050\u200B1234567', '\uFEFF0501234567', '+٩٧٢٥٠١٢٣٤٥٦٧', '۰۵۰۱۲۳۴۵۶۷'],
	...['０５０１２３４５６７', '＋972501234567', '\u200E501234567.0 \u200F'],
	...['972501234567.0', '0501234567.0', '501234567.00'],
];

test.each(MOBILE)('reads %j as 0501234567', (input) => {
	expect(normalizePhone(input)).toBe('0501234567');
	expect(normalizePhone(input, { international: true })).toBe('0501234567');
	expect(toNational(String(input))).toBe('0501234567');
	expect(toInternational(String(input))).toBe('+972501234567');
});

test.each([
	['03-1234567', '031234567', '+97231234567'],
	['31234567', '031234567', '+97231234567'],
	['+972 3 123 4567', '031234567', '+97231234567'],
	['31234567.0', '031234567', '+97231234567'],
	// An area's 9, and no 972 of Israel.
	['97250123', '097250123', '+97297250123'],
	// Groups of digits, no decimals.
	['050.123.456.0', '0501234560', '+972501234560'],
	['052-1234.000', '0521234000', '+972521234000'],
])('keeps the length of a foreign number: %s, %s', (input, national, international) => {
	expect(normalizePhone(input)).toBe(national);
	expect(toNational(input)).toBe(national);
	expect(toInternational(input)).toBe(international);
});

test.each([
	...['050-12', '050123456', '50123456', '05012345678', '0312345678', '03123456', '01-1234567'],
	...['06-1234567', '072123456', '+972 50 123 456'],
	// Only Israel begins with 972.
	...['972312345679', '9721234567', '972972501234567', '+972 1 700 123 456'],
])('refuses before a send what is no Israeli number: %s', (input) => {
	const reason = 'Israeli mobile numbers have 10 digits, landlines 9';
	const foreign = 'write a foreign one with + and its country code';
	const option = "add 'Allow International Numbers'";
	for (const [read, advice] of [
		[() => normalizePhone(input), `; ${foreign}, and ${option}`],
		[() => normalizePhone(input, { international: true }), `; ${foreign}`],
		[() => normalizeIsraeliPhone(input), ''],
	] as const) {
		expect(read).toThrow(new InputError(`is not a phone number ("${input}"); ${reason}${advice}`));
	}
});

test.each([
	['1-700-505-333', '1700505333', '+9721700505333'],
	// Premium numbers; with 10 digits, they are not North American.
	['1-599-500-500', '1599500500', '+9721599500500'],
])('reads a number of the service, and never sends to it: %s', (input, national, whole) => {
	expect(toNational(input)).toBe(national);
	expect(toInternational(input)).toBe(whole);
	for (const international of [false, true]) {
		expect(() => normalizePhone(input, { international })).toThrow(
			/^is the number of a company \(".*"\), which gets no messages; use a mobile number or a landline$/,
		);
	}
});

test.each([
	...['2026-11-26', '26.11.2026', '11-26-2026', '2026  11 26', '2026\u201311\u201326'],
	...['2026 - 11 - 26', '2026-1-6', '2026/11/26', '2026-11-26 0830', '02.11.26 8.30'],
	...['26.11.2026 08.30.15', '26.11-28.11.2026', '2026-2027', '11-2026', '26-11-26'],
	...['08:30', '8.30', '08:00-16:00', '20.30-23.59', '07.00.00-15.30', '-32.085299', 32.085299],
	...['50.1234567', '0.501234567', '32.08 34.78', '(32.085299)', '50123456.50'],
	...['\u200E50123456.5 ', '50 123 456.7', '31234567.00', -31234567, '-31234567'],
	...['1,234.50', '50-123.00', '\u20AA501234567', '501 234 567', '501.234.567', '31,234,567'],
	...['501234567.89', '050123456.5', '20261126', '202611260830', '20261126 0830'],
	...['+1 234 567 890.5', '9783161484100', '978-3-16-148410-0', '52.123.12.34', '10.0.0.1'],
	...['3.10.0-1160', '50123-4567', '501-23-4567', '51234567-8', '4580 1234 5678 9012'],
	...['1e9', '0x1DCD6500', '0501234567 0521234567', '050-1234567 / 2', '36700102000000'],
])('what is no phone is not sent to: %j', (input) => {
	for (const international of [false, true]) {
		expect(() => normalizePhone(input, { international })).toThrow(/^is not a(n Israeli)? /);
	}
	expect(() => normalizePhone(input, { international: true })).toThrow(/^is not a phone number/);
	expect(() => normalizeIsraeliPhone(input)).toThrow(InputError);
	expect(toNational(String(input))).toBeUndefined();
});

test.each([
	...['050.1234567', '05 01 23 45 67', '050 - 1234567', '972.501234567', '972-501-234-567'],
	...['50 123 45 67', '50.123.4567', '(050-1234567)', '-050-1234567'],
])('reads every way to write a phone: %j', (input) => {
	expect(normalizePhone(input)).toBe('0501234567');
});

test.each([
	['3.1234.567', '031234567'],
	['2-611-2026', '026112026'],
	['26112026', '026112026'],
	['+1.2125551234', '12125551234'],
	['1.212.555.1234', '12125551234'],
	['20 10 2025 1234', '201020251234'],
	['+33 1.23.45.67.89', '33123456789'],
])('takes for a phone what only looks like something else: %j', (input, digits) => {
	expect(normalizePhone(input, { international: true })).toBe(digits);
});

test('names a conversation by its two numbers, of which a sender may be any name', () =>
	expect(pairKey('+972 50-1234567', 'A-B 5%', undefined)).toBe('0501234567-A%2DB 5%25-'));

test('writes for people what is no number of a person as it comes', () =>
	expect(['1700505333', 'Bank'].map(writtenPhone)).toEqual(['+9721700505333', 'Bank']));

test('reads what the gateway reports as it comes, also of another length', () => {
	expect(toNational('051111111')).toBe('051111111');
	expect(toInternational('051111111')).toBe('+97251111111');
});

test.each(['+376312345', '+2901234', '+50012345', '+68512345', '+298123456'])(
	'reads back the foreign number that was sent: %s',
	(phone) => {
		const sent = normalizePhone(phone, { international: true });
		expect(toNational(sent)).toBeUndefined();
		expect(toInternational(sent)).toBe(phone);
		expect(phoneKey(sent)).toBe(phoneKey(phone));
		// A reply can be sent to this form.
		expect(phoneForms(sent).shown).toBe(phone);
		expect(normalizePhone(phoneForms(sent).shown ?? '', { international: true })).toBe(sent);
	},
);

test.each([
	['+1 (212) 555-1234', '12125551234'],
	['+44 (0)20 7946 0958', '442079460958'],
	['0044 ( 0 ) 20 7946 0958', '442079460958'],
	['\uFF0B49 (0)30 901820', '4930901820'],
	// In Italy, the 0 is dialled from abroad too.
	['+39 (0)6 6982 1234', '390669821234'],
	['447700900123', '447700900123'],
	['+290 1234', '2901234'],
	['4930123456789', '4930123456789'],
	['2125551234', '2125551234'],
	['12125551234.0', '12125551234'],
	['+123456789012345', '123456789012345'],
])('takes a number for foreign: %s', (input, digits) => {
	expect(() => normalizePhone(input)).toThrow(
		/is not an Israeli number .*'Allow International Numbers'/,
	);
	expect(() => normalizePhone(input, { international: false })).toThrow(InputError);
	expect(normalizePhone(input, { international: true })).toBe(digits);
	expect(toInternational(input)).toBe(`+${digits}`);
	expect(toNational(input)).toBeUndefined();
});

const none = (input: string | number) => [input, /^is not a phone number \(/] as const;
test.each<readonly [string | number, RegExp]>([
	['', /^is empty; enter a phone number$/],
	['   ', /^is empty/],
	...['\u200F', '050-CALL-NOW', '0501234567;', '03-1234567/8', '0501234567 ext 2'].map(none),
	...['*2421', '3020', '1/2', '0501234567/2', 'a/b', '05012***67', '050+1234567'].map(none),
	...['++972501234567', '5.01234567E8', '-', NaN, 1.5e30].map(none),
	...['123456', '050123', '+972 12345', '0501234567890123', 123].map(
		(input) => [input, /Israeli mobile numbers have 10 digits/] as const,
	),
	['+1234567890123456', /7 to 15 digits/],
	...['+0501234567', '000501234567', '+0 50-123-4567'].map(
		(input) =>
			[input, /after \+ or 00 comes the country code, not a 0: write 050-1234567/] as const,
	),
])('refuses the phone number %j', (input, message) => {
	expect(() => normalizePhone(input, { international: true })).toThrow(message);
	expect(() => normalizePhone(input, { international: true })).toThrow(InputError);
	expect(toInternational(String(input))).toBeUndefined();
	expect(toNational(String(input))).toBeUndefined();
});

test.each([
	['4567-123-050', '050-123-4567'],
	['4567-123-50-972+', '972-50-123-4567'],
	['4567-123 (050)', '050-123-4567'],
	['\u202B4567-123-050\u202C', '050-123-4567'],
	['٤٥٦٧־١٢٣\u2011٠٥٠', '050-123-4567'],
	// Read forwards, this is another Israeli number.
	['0567-123-050', '050-123-0567'],
])('refuses a number written backwards, in every field: %j', (input, meant) => {
	for (const read of [
		() => normalizePhone(input),
		() => normalizePhone(input, { international: true }),
		() => normalizeIsraeliPhone(input),
	]) {
		expect(read).toThrow(InputError);
		expect(read).toThrow(`, but one written backwards; write ${meant}`);
	}
	expect(normalizePhone(meant)).toMatch(/^(0501234567|0500?1230567|031234567)$/);
});

test.each([
	['45 67 12 30 05', '4567123005'],
	['1-212-555-0501', '12125550501'],
	['44 7700 900 050', '447700900050'],
	['1 972 555 0972', '19725550972'],
	// Israeli ones.
	['050־123־4567', '0501234567'],
	['050-1234-050', '0501234050'],
	['03-1234-050', '031234050'],
	['(54) 123-45-08', '0541234508'],
])('takes a foreign number that only ends like an area code: %s', (input, digits) => {
	expect(normalizePhone(input, { international: true })).toBe(digits);
});

test('tells how to write a foreign number that looks like one written backwards', () => {
	const read = (phone: string) => normalizePhone(phone, { international: true });
	expect(() => read('354 4567 050')).toThrow('write a foreign one with + and its country code');
	expect(read('+354 4567 050')).toBe('3544567050');
	for (const none of ['4567-123-50', '4567-123-050!'])
		expect(() => read(none)).toThrow('use digits');
});

// Without its plus, the shorter one would look Israeli.
test.each(['+14155550100', '+68512345'])('takes %j for no Israeli number', (input) => {
	expect(() => normalizeIsraeliPhone(input)).toThrow(
		/^is not an Israeli number \(.*\); the service takes no others here$/,
	);
	expect(() => normalizeIsraeliPhone(input)).toThrow(InputError);
});

test.each(['050-123-4567 / 052-765 4321', '0501234567|0527654321', '0501234567, +972527654321'])(
	'says how to write several numbers: %j',
	(input) => {
		expect(() => normalizePhone(input)).toThrow(
			/^is not a phone number, but several; enter one, or separate them by commas .* \(".*"\)$/,
		);
	},
);

// Read whole, these megabytes of digits end in a RangeError, and the others take seconds.
test.each([
	['digits', '1'.repeat(2 ** 24)],
	['a number with blanks', `050${' '.repeat(2 ** 24)}1234567`],
	['many numbers', '2345678;'.repeat(2 ** 20)],
])('reads no megabytes as one number: %s', (_, input) => {
	expect(() => normalizePhone(input)).toThrow(/^is not a phone number/);
	expect(() => normalizePhone(input)).toThrow(InputError);
});

const dashed = (digits: string) => digits.split('').join('-');

test.each([
	['letters', 'x'.repeat(40), 'x'.repeat(30)],
	['too many digits', '1'.repeat(40), '1'.repeat(30)],
	['a foreign number', `+${dashed('141555501001234')}-----`, `+${dashed('141555501001234')}`],
])('shows no more than 30 characters in the refusal of %s', (_, input, shown) => {
	expect(() => normalizePhone(input)).toThrow(`("${shown}")`);
	expect(() => normalizeIsraeliPhone(` ${input} `)).toThrow(`("${shown}")`);
});
