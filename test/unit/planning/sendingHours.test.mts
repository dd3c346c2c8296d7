import type { IDataObject } from 'n8n-workflow';
import { readDate, israelClock, toGatewayDate, toInstant } from '../../../gateway/values/dates';
import { isJewishHoliday, nextOpening, readSendingHours } from '../../../nodes/texts/sendingHours';
import { sendingHoursOption } from '../../../nodes/TextMe/options/sendOptions';
import { fc } from '../../fuzz.mts';

const HOURS: IDataObject = {
	days: [0, 1, 2, 3, 4, 5],
	from: '08:00',
	to: '20:00',
	eveTo: '13:00',
	withoutHolidays: true,
	closed: [],
};

const NOW = toInstant('2026-01-01T12:00');
const hours = (input: Partial<IDataObject> = {}) => readSendingHours({ ...HOURS, ...input }, NOW);
const opening = (from: string, input: Partial<IDataObject> = {}) =>
	readDate(toGatewayDate(nextOpening(toInstant(from), hours(input)) ?? NaN))?.slice(0, 16);

// 22 November 2026 is a Sunday; 11 September 2026, a Friday, is the eve of Rosh Hashana (12 and 13 September).
test.each([
	['the first minute is open', '2026-11-22T08:00', '2026-11-22T08:00', {}],
	['the last minute is not', '2026-11-22T20:00', '2026-11-23T08:00', {}],
	['before the opening', '2026-11-22T06:30', '2026-11-22T08:00', {}],
	['Friday afternoon', '2026-11-27T13:00', '2026-11-29T08:00', {}],
	['Friday like any other day', '2026-11-27T15:00', '2026-11-27T15:00', { eveTo: ' ' }],
	['an eve that ends late', '2026-11-27T20:30', '2026-11-29T08:00', { eveTo: '22:00' }],
	['Saturday, chosen', '2026-11-28T11:00', '2026-11-28T11:00', { days: [6] }],
	['Rosh Hashana after a Saturday', '2026-09-11T13:30', '2026-09-14T08:00', {}],
	// Holidays are days like others; Fridays stay what they are.
	['the eve of Yom Kippur', '2026-09-20T15:00', '2026-09-20T15:00', { withoutHolidays: false }],
	['Friday', '2026-11-27T15:00', '2026-11-29T08:00', { withoutHolidays: false }],
	['the eve of Independence Day', '2026-04-21T13:00', '2026-04-23T08:00', {}],
	['own dates', '2026-11-22T09:00', '2026-11-24T08:00', { closed: ['2026-11-22', '23/11/26'] }],
	['times without minutes', '2026-11-22T07:00', '2026-11-22T09:00', { from: 9, to: '24' }],
	['until midnight', '2026-11-22T23:59', '2026-11-22T23:59', { to: '24:00' }],
	['over a new year', '2026-12-31T21:00', '2027-01-01T08:00', {}],
	// Clocks go from 2:00 to 3:00 on Friday, 27 March 2026, and from 2:00 to 1:00 on Sunday, 25 October 2026.
	['an opening time that is skipped', '2026-03-27T01:00', '2026-03-27T03:00', { from: '02:30' }],
	['skipped hours', '2026-03-27T01:00', '2026-03-29T02:15', { from: '02:15', to: '02:45' }],
] as Array<[string, string, string, Partial<IDataObject>]>)(
	'finds the next opening, %s: %s → %s',
	(_, from, to, input) => {
		expect(opening(from, input)).toBe(to);
	},
);

test('opens at the second of two equal times as well', () => {
	const early = hours({ from: '01:30', to: '04:00' });
	const first = toInstant('2026-10-25T01:30');
	expect(nextOpening(first - 60_000, early)).toBe(first);
	// 1:15 in winter time is 45 minutes after 1:30 in summer time.
	expect(nextOpening(first + 45 * 60_000, early)).toBe(first + 60 * 60_000);
});

test('finds the first open minute there is, around both changes of the clock and holidays', () => {
	const MINUTE = 60_000;
	const near = fc
		.tuple(
			fc.constantFrom(...['2026-03-26', '2026-10-24', '2026-09-19', '2027-04-20']),
			fc.integer({ min: 0, max: 2 * 1440 }),
		)
		.map(([day, minutes]) => toInstant(`${day}T12:00`) + minutes * MINUTE);
	const time = fc.integer({ min: 0, max: 1439 });
	fc.assert(
		fc.property(near, time, time, time, (instant, a, b, eve) => {
			fc.pre(a !== b);
			const written = (minutes: number) =>
				`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
			const [from, to] = [Math.min(a, b), Math.max(a, b)];
			const times = { from: written(from), to: written(to), eveTo: written(eve) };
			const input = { ...times, days: [0, 1, 2, 3, 4, 5, 6] };
			const isOpen = (at: number) => {
				const clock = israelClock(at);
				const day = new Date(clock);
				const minute = day.getUTCHours() * 60 + day.getUTCMinutes();
				const isEve = day.getUTCDay() === 5 || isJewishHoliday(clock + 1440 * MINUTE);
				return (
					minute >= from && minute < (isEve ? Math.min(to, eve) : to) && !isJewishHoliday(clock)
				);
			};
			const expected = Array.from({ length: 6 * 1440 }, (_, n) => instant + n * MINUTE).find(
				isOpen,
			);
			fc.pre(expected !== undefined);
			expect(nextOpening(instant, hours(input))).toBe(expected);
		}),
		{ numRuns: 200 },
	);
});

test.each([
	[{ from: '20:00', to: '08:00' }, 'is from 20:00 to 08:00, which ends before it begins'],
	[{ from: '25:00' }, 'has "25:00" under \'From\', which is no time'],
	[{ eveTo: 'noon' }, 'has "noon" under \'To (Fridays and Holiday Eves)\''],
	[{ days: [] }, 'has no days; choose at least one'],
	[{ days: ['Sunday'] }, 'has "Sunday" under \'Days\'; use 0 (Sunday) to 6 (Saturday)'],
	[{ days: [7] }, 'has "7" under \'Days\''],
	[{ days: [5], eveTo: '08:00' }, 'is never open within a year'],
	[{ closed: ['31/02/2026'] }, 'has "31/02/2026" under \'Exclude Dates\', which is no date'],
] as Array<[Partial<IDataObject>, string]>)('refuses the hours %j', (input, message) => {
	expect(() => hours(input)).toThrow(message);
});

test.each([
	[undefined, false],
	[true, false],
	[false, true],
])('sends on holidays only where that was chosen: Skip Holidays is %j', (chosen, onHolidays) => {
	const read = sendingHoursOption.read as (option: never) => unknown;
	const values = { ...HOURS, outside: 'schedule', withoutHolidays: chosen };
	expect(read({ values } as never)).toMatchObject({
		open: { onHolidays },
	});
});

/** The first day of each Jewish year from 5785 on. */
const ROSH_HASHANA = [
	...['2024-10-03', '2025-09-23', '2026-09-12', '2027-10-02', '2028-09-21', '2029-09-10'],
	...['2030-09-28', '2031-09-18', '2032-09-06', '2033-09-24', '2034-09-14', '2035-10-04'],
	...['2036-09-22', '2037-09-10', '2038-09-30', '2039-09-19', '2040-09-08', '2041-09-26'],
	...['2042-09-15', '2043-10-05', '2044-09-22'],
];

/** Days after Rosh Hashana: itself, Yom Kippur, the first and last day of Sukkot. */
const AFTER = [0, 1, 9, 14, 21];
/** Days before the next Rosh Hashana: the first and last day of Pesach, Shavuot. */
const BEFORE = [-163, -157, -113];

/** Independence Day after its move. Computed from Gauss's formula for Pesach and the law of 2004. */
const INDEPENDENCE_DAY = [
	...['2025-05-01', '2026-04-22', '2027-05-12', '2028-05-02', '2029-04-19', '2030-05-08'],
	...['2031-04-29', '2032-04-15', '2033-05-04', '2034-04-25', '2035-05-15', '2036-05-01'],
	...['2037-04-21', '2038-05-11', '2039-04-28', '2040-04-18', '2041-05-07', '2042-04-24'],
	...['2043-05-14', '2044-05-03'],
];

const DAY = 86_400_000;
const iso = (day: number) => new Date(day).toISOString().slice(0, 10);

test('twenty years have these holidays and no others', () => {
	const years = ROSH_HASHANA.map((day) => Date.parse(day));
	const known = years.flatMap((start, year) => [
		...(year === 0 ? [] : BEFORE.map((days) => start + days * DAY)),
		...(year === 20 ? [] : AFTER.map((days) => start + days * DAY)),
		...(year === 20 ? [] : [Date.parse(INDEPENDENCE_DAY[year] ?? '')]),
	]);
	const found: number[] = [];
	for (let day = years[0] ?? 0; day < (years[20] ?? 0); day += DAY) {
		if (isJewishHoliday(day)) found.push(day);
	}
	expect(found).toHaveLength(180);
	expect(found.map(iso)).toEqual(known.map(iso).sort());
});
