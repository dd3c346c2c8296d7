import { israelClock, israelInstant } from '../../../gateway/values/dates';

const DAY = 86_400_000;
const day = (days: number) => Math.floor(israelClock(Date.now()) / DAY + days) * DAY;

/** The option "Sending Hours": all day, except on the dates in `closed`. */
export const alwaysOpen = (closed = '') => ({
	values: {
		...{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00', eveTo: '' },
		...{ withoutHolidays: false, closed, outside: 'schedule' },
	},
});

/** Hours that are closed today and tomorrow, because midnight may come during a test, and the instant at which they open. */
export const closedForNow = () => ({
	hours: alwaysOpen([0, 1].map((days) => new Date(day(days)).toISOString().slice(0, 10)).join()),
	opening: israelInstant(day(2)),
});

/** Tomorrow's date in Israel, as `31/1`. */
export function tomorrow(): string {
	const date = new Date(day(1));
	return `${date.getUTCDate()}/${date.getUTCMonth() + 1}`;
}
