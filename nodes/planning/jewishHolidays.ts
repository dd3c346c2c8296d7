/** Israel's holidays, as months and days of the Hebrew calendar. */
const HOLIDAYS: ReadonlySet<string> = new Set([
	'Tishri 1',
	'Tishri 2',
	'Tishri 10',
	'Tishri 15',
	'Tishri 22',
	'Nisan 15',
	'Nisan 21',
	'Sivan 6',
]);

/** Created at the first use, not when n8n starts. */
let hebrew: Intl.DateTimeFormat | undefined;

/**
 * Whether a day is a holiday on which Israel does not work: Rosh Hashana, Yom Kippur, the first and last days of Sukkot and
 * Pesach, and Shavuot. Fasts, days of remembrance and the days in between do not count.
 *
 * @param day any clock time of the day, see `israelClock`
 */
export function isJewishHoliday(day: number): boolean {
	hebrew ??= new Intl.DateTimeFormat('en-u-ca-hebrew-nu-latn', {
		timeZone: 'UTC',
		month: 'long',
		day: 'numeric',
	});
	const parts = hebrew.formatToParts(day);
	const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
	return HOLIDAYS.has(`${part('month')} ${part('day')}`);
}
