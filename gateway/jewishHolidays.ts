/** Israel's holidays by the Hebrew calendar, as months and days of it. */
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

/** Made for the first day that is asked about, not when n8n starts. */
let hebrew: Intl.DateTimeFormat | undefined;

/**
 * Whether a day is a holiday on which Israel does not work: Rosh Hashana, Yom Kippur, the first and last days of Sukkot and
 * Pesach, and Shavuot. Fasts, days of remembrance and the days between are none.
 *
 * @param day any clock time of it, see `israelClock`
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
