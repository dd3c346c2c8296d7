/**
 * Israel's holidays, by month and day of the Hebrew calendar. Independence Day, 5 Iyar, moves by law so that neither it nor the
 * Memorial Day before it touches the Sabbath: to an earlier Thursday, or from Monday to Tuesday.
 */
const HOLIDAYS: ReadonlySet<string> = new Set([
	'Tishri 1',
	'Tishri 2',
	'Tishri 10',
	'Tishri 15',
	'Tishri 22',
	'Nisan 15',
	'Nisan 21',
	'Iyar 3, Thursday',
	'Iyar 4, Thursday',
	'Iyar 5, Wednesday',
	'Iyar 6, Tuesday',
	'Sivan 6',
]);

/** Created on first use, not when n8n starts. */
let hebrew: Intl.DateTimeFormat | undefined;

/**
 * Whether Israel does not work on a day: Rosh Hashana, Yom Kippur, the first and last days of Sukkot and Pesach, Independence
 * Day and Shavuot. Not fasts, days of remembrance or intermediate days.
 * @param day any clock time of the day, see `israelClock`
 */
export function isJewishHoliday(day: number): boolean {
	hebrew ??= new Intl.DateTimeFormat('en-u-ca-hebrew-nu-latn', {
		timeZone: 'UTC',
		month: 'long',
		day: 'numeric',
		weekday: 'long',
	});
	const parts = new Map(hebrew.formatToParts(day).map(({ type, value }) => [type, value]));
	const date = `${parts.get('month')} ${parts.get('day')}`;
	return HOLIDAYS.has(date) || HOLIDAYS.has(`${date}, ${parts.get('weekday')}`);
}
