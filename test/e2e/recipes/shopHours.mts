import { israelClock, israelInstant } from '../../../gateway/dates';

const DAY = 86_400_000;
const day = (days: number) => Math.floor(israelClock(Date.now()) / DAY + days) * DAY;

/** The option Sending Hours: always open, apart from these dates. */
export const alwaysOpen = (closed = '') => ({
	values: {
		...{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00', eveTo: '' },
		...{ withoutHolidays: false, closed, outside: 'schedule' },
	},
});

/** Closed today and tomorrow, because midnight may come during a test; and the moment of opening. */
export const closedForNow = () => ({
	hours: alwaysOpen([0, 1].map((days) => new Date(day(days)).toISOString().slice(0, 10)).join()),
	opening: israelInstant(day(2)),
});

/** A day from now, as `31/1`. */
export function tomorrow(): string {
	const date = new Date(day(1));
	return `${date.getUTCDate()}/${date.getUTCMonth() + 1}`;
}
