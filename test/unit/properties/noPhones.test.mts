import { normalizeIsraeliPhone, normalizePhone } from '../../../gateway/phones/phone';
import { fc } from '../../fuzz.mts';

const two = (number: number) => String(number).padStart(2, '0');

const day = fc.integer({ min: 1, max: 28 });
const month = fc.integer({ min: 1, max: 12 });
const year = fc.integer({ min: 1970, max: 2099 });
const hour = fc.integer({ min: 0, max: 23 });
const minute = fc.integer({ min: 0, max: 59 });
const separator = fc.constantFrom('-', '.', '/', ' ', '\u2013', ' - ', ' / ');
const pad = fc.constantFrom(two, String);

const date = fc
	.tuple(year, month, day, separator, pad, fc.constantFrom('ymd', 'dmy', 'mdy', 'my', 'ym', 'dmyy'))
	.map(([y, m, d, between, write, order]) => {
		const parts: Record<string, string> = {
			y: String(y),
			m: write(m),
			d: write(d),
			Y: two(y % 100),
		};
		return [...order.replace('yy', 'Y')].map((part) => parts[part]).join(between);
	});
const time = fc
	.tuple(hour, minute, minute, fc.constantFrom(':', '.'), pad, fc.boolean())
	.map(([h, m, s, between, write, hasSeconds]) =>
		[write(h), two(m), ...(hasSeconds ? [two(s)] : [])].join(between),
	);
const decimals = fc
	.tuple(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.integer({ min: 1, max: 8 }))
	.filter(([number]) => !Number.isInteger(number))
	// Decimals of zeros are a spreadsheet's, not a real decimal.
	.map(([number, places]) => number.toFixed(places))
	.filter((text) => !/\.0+$/.test(text));
const address = fc
	.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 })
	.map((bytes) => bytes.join('.'));
const coordinate = fc
	.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.integer({ min: 3, max: 8 }))
	.map(([degrees, places]) => degrees.toFixed(places))
	.filter((text) => !/\.0+$/.test(text));
const amount = fc
	.tuple(
		fc.integer({ min: 1000, max: 2 ** 40 }),
		fc.integer({ min: 0, max: 99 }),
		fc.constantFrom('', '₪', '$', '-'),
		fc.constantFrom(
			[',', '.'],
			['.', ','],
			[' ', '.'],
			['\u00A0', ','],
			["'", '.'],
			['', '.'],
			['', ','],
		),
	)
	.filter(([, cents, , [, point]]) => point !== '.' || cents % 10 !== 0)
	.map(
		([whole, cents, sign, [thousands = '', point = '']]) =>
			sign + String(whole).replace(/\B(?=(\d{3})+$)/g, thousands) + point + two(cents),
	);

test.each([
	['date', date],
	['time', time],
	['date and a time', fc.tuple(date, time).map((both) => both.join(' '))],
	['time and another', fc.tuple(time, time).map((both) => both.join('-'))],
	['decimal', decimals],
	['IP address', address],
	['coordinate', coordinate],
	['pair of coordinates', fc.tuple(coordinate, coordinate).map((both) => both.join(' '))],
	['amount', amount],
])('no phone comes out of a %s', (_, texts) => {
	fc.assert(
		fc.property(texts, (text) => {
			expect(() => normalizePhone(text)).toThrow();
			expect(() => normalizePhone(text, { international: true })).toThrow();
			expect(() => normalizeIsraeliPhone(text)).toThrow();
		}),
		{ numRuns: 200 },
	);
});

test('no phone comes out of a number with decimals', () => {
	fc.assert(
		fc.property(fc.double({ noNaN: true }), (number) => {
			fc.pre(!Number.isInteger(number));
			expect(() => normalizePhone(number, { international: true })).toThrow();
		}),
	);
});

/** How people write a number, with letters for its digits. */
const WRITTEN = [
	...['0aabbbcccc', '0aa-bbbcccc', '0aa-bbb-cccc', '0aa bbb cccc', '(0aa) bbb-cccc'],
	'0aa.bbb.cccc',
	...['0aa-bbbc-ccc', '0aa bbb cc cc', '0aabbb-cccc', '0aa.bbbcccc', 'aabbbcccc', 'aa-bbb-cccc'],
	...['aa-bbbcccc', '+972 aa-bbb-cccc', '+972-aa-bbbcccc', '+972 (0)aa bbb cccc', '972aabbbcccc'],
	...['00972 aa bbb cccc', '+972.aa.bbb.cccc', '+972.aabbbcccc', '\u200E0aa-bbb-cccc'],
	'aabbbcccc.0',
];

test('every number comes out of every way to write it', () => {
	const phone = fc
		.tuple(
			fc.oneof(
				fc.constantFrom('2', '3', '4', '8', '9'),
				fc.constantFrom('50', '52', '53', '54', '55', '58', '72', '73', '77'),
			),
			fc.integer({ min: 2_000_000, max: 9_999_999 }),
		)
		.map(([area, number]) => ({ area, number: String(number) }));
	fc.assert(
		fc.property(phone, fc.constantFrom(...WRITTEN), ({ area, number }, written) => {
			const digits = [...number];
			const text = written.replace('aa', area).replace(/[bc]/g, () => digits.shift() ?? '');
			expect(normalizePhone(text)).toBe(`0${area}${number}`);
		}),
		{ numRuns: 200 },
	);
});

test('no number comes out of an Israeli one whose groups are written backwards', () => {
	const digits = (length: number) =>
		fc.array(fc.integer({ min: 2, max: 9 }), { minLength: length, maxLength: length });
	const between = fc.constantFrom('-', ' ', '\u2011', ' - ', '.');
	const mark = fc.constantFrom('', '\u200F', '\u202B', '\u2067');
	const area = fc.constantFrom(
		['050'],
		['054'],
		['077'],
		['972', '50'],
		['972', '054'],
		['972', '3'],
	);
	fc.assert(
		fc.property(
			digits(7),
			fc.constantFrom([7], [3, 4], [4, 3], [3, 2, 2], [2, 2, 3]),
			area,
			between,
			mark,
			(number, sizes, code, sign, direction) => {
				const rest = [...number];
				const groups = [...code, ...sizes.map((size) => rest.splice(0, size).join(''))];
				const text = direction + groups.reverse().join(sign);
				expect(() => normalizePhone(text, { international: true })).toThrow(/^is not a phone/);
				expect(() => normalizeIsraeliPhone(text)).toThrow(/^is not a phone/);
			},
		),
	);
});
