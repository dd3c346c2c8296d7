import { DateTime } from 'luxon';
import { readDate, toGatewayDate } from '../../../gateway/values/dates';
import type { DateInput } from '../../../gateway/values/dates';
import { InputError } from '../../../gateway/values/checks';

const inIsrael = (iso: string) => DateTime.fromISO(iso, { zone: 'Asia/Jerusalem' });

test.each<[string, DateInput, string]>([
	['ISO without a zone is Israel time', '2026-05-01T10:30', '01/05/26 10:30'],
	['a day alone is its beginning', '2026-05-01', '01/05/26 00:00'],
	['UTC in summer', '2026-05-01T07:30:00Z', '01/05/26 10:30'],
	['UTC in winter', '2026-01-01T08:30:00.000Z', '01/01/26 10:30'],
	['an offset', '2026-05-01T03:30:00-04:00', '01/05/26 10:30'],
	['an offset of half hours', '2026-05-01T13:00+05:30', '01/05/26 10:30'],
	['an offset into another day', '2026-12-31T23:30:00Z', '01/01/27 01:30'],
	["the gateway's own format", '01/05/26 10:30', '01/05/26 10:30'],
	['the same without zeros', '1/5/26 9:05', '01/05/26 09:05'],
	['dots or dashes', '1.5.2026 10:30', '01/05/26 10:30'],
	['a leap day', '2028-02-29T10:00', '29/02/28 10:00'],
	['a Date', new Date('2026-05-01T07:30:00Z'), '01/05/26 10:30'],
	['milliseconds', Date.UTC(2026, 4, 1, 7, 30), '01/05/26 10:30'],
	['a luxon DateTime', inIsrael('2026-05-01T10:30'), '01/05/26 10:30'],
	[
		'a DateTime of another copy of luxon',
		{ toMillis: () => Date.UTC(2026, 4, 1, 7, 30) },
		'01/05/26 10:30',
	],
	['seconds are cut off, not rounded', '2026-05-01T10:30:59.999', '01/05/26 10:30'],
	['the first minute', '2000-01-01T00:00', '01/01/00 00:00'],
	['the last minute', '2099-12-31T23:59:59', '31/12/99 23:59'],
])('writes a date for the gateway: %s', (_, value, written) => {
	expect(toGatewayDate(value)).toBe(written);
});

test.each<unknown>([
	...['  ', 'tomorrow', '2026', 'T10:30', '2026-02-31T10:00', '2026-02-29', '2026-13-01T10:00'],
	...['2026-00-10', '2026-05-01T24:00', '2026-05-01T10:60', '2026-05-01T10:30:60'],
	...['31/02/26 10:00', '05/13/26 10:00', '01/05/26', '01/05/26 25:00', '01.05-26 10:30'],
	...['2026-05-01T10:30 and more', 'on 2026-05-01T10:30', 'on 01/05/26 10:30', '01/05/26 10:30 h'],
	...['1777620600000', NaN, new Date('nonsense'), DateTime.invalid('test'), {}, null, undefined],
	...[true, [], { toMillis: 1_777_620_600_000 }],
])('refuses the date %j', (value) => {
	expect(() => toGatewayDate(value as DateInput)).toThrow(/^is not a date/);
	expect(() => toGatewayDate(value as DateInput)).toThrow(InputError);
});

test.each<[unknown, string]>([
	['', 'empty'],
	['x'.repeat(41), `"${'x'.repeat(40)}"`],
	[NaN, 'NaN'],
	[new Date('nonsense'), 'not a valid date object'],
	[null, 'not a valid date object'],
])('names %j in its refusal: %s', (value, name) => {
	expect(() => toGatewayDate(value as DateInput)).toThrow(`is not a date (${name}); use ISO 8601`);
});

test.each<DateInput>(['1999-12-31T23:59', '2100-01-01T00:00', 1_777_620_600, 8.64e15])(
	'refuses a date out of range: %j',
	(value) => {
		expect(() => toGatewayDate(value)).toThrow(/^is outside the years 2000 to 2099/);
		expect(() => toGatewayDate(value)).toThrow(InputError);
	},
);

test.each([
	['01/05/26 10:30', '2026-05-01T10:30:00+03:00'],
	['01/05/26 10:30:11', '2026-05-01T10:30:11+03:00'],
	['1/5/26 9:05', '2026-05-01T09:05:00+03:00'],
	['2026-05-01 10:30:11', '2026-05-01T10:30:11+03:00'],
	['2026-05-01T07:30:11.123Z', '2026-05-01T10:30:11+03:00'],
	['01.05.2026 10:30', '2026-05-01T10:30:00+03:00'],
	['01-05-26 10:30:11', '2026-05-01T10:30:11+03:00'],
])('reads the time %j as %s', (text, iso) => {
	expect(readDate(text)).toBe(iso);
});

test.each([
	...['', 'yesterday', '2026-05-01', '1/5-26 10:30', '4200000000', '31/02/26 10:00'],
	...['01/05/26', '01/05/126 10:00', '01/05/26 24:00', 'on 01/05/26 10:30', '01/05/26 10:30 h'],
])('reads no time from %j', (text) => {
	expect(readDate(text)).toBe(text);
});
