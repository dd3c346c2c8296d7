import { isJewishHoliday } from '../../../nodes/texts/sendingHours';

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
