import { DateTime } from 'luxon';
import { readDate, israelClock, israelInstant, toGatewayDate } from '../../../gateway/values/dates';
import { splitWindow } from '../../../gateway/values/windows';
import { fc } from '../../fuzz.mts';

const ZONE = 'Asia/Jerusalem';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The instants when Israel's clocks change, found with luxon by bisection. */
function switches(year: number): number[] {
	const offset = (instant: number) => DateTime.fromMillis(instant, { zone: ZONE }).offset;
	return [0, 6].map((month) => {
		let [before, after] = [Date.UTC(year, month, 10), Date.UTC(year, month + 6, 9)];
		const first = offset(before);
		while (after - before > MINUTE) {
			const middle = Math.floor((before + after) / 2 / MINUTE) * MINUTE;
			if (offset(middle) === first) before = middle;
			else after = middle;
		}
		return after;
	});
}

/** The time that a text shows, without its zone. */
const clockOf = (text: string) =>
	DateTime.fromFormat(text, 'dd/MM/yy HH:mm', { zone: 'utc' }).toMillis();

/** Minutes around both changes, mostly near, in years under today's rule. */
const aroundSwitch = fc
	.tuple(
		fc.integer({ min: 2014, max: 2037 }),
		fc.nat(1),
		fc.oneof(
			{ weight: 3, arbitrary: fc.integer({ min: -180, max: 180 }) },
			{ weight: 1, arbitrary: fc.integer({ min: -100 * 1440, max: 100 * 1440 }) },
		),
	)
	.map(([year, which, minutes]) => ({
		change: switches(year)[which] ?? 0,
		isAutumn: which === 1,
		minutes,
	}));

test('every instant around a change is written as the clock in Israel shows it, and read back', () => {
	fc.assert(
		fc.property(aroundSwitch, ({ change, isAutumn, minutes }) => {
			const instant = change + minutes * MINUTE;
			const written = toGatewayDate(instant);
			expect(written).toBe(DateTime.fromMillis(instant, { zone: ZONE }).toFormat('dd/MM/yy HH:mm'));
			const back = DateTime.fromISO(readDate(written) ?? '').toMillis();
			// A text cannot distinguish the two equal hours: it means the first.
			const isSecondTime = isAutumn && minutes >= 0 && minutes < 60;
			expect(back).toBe(isSecondTime ? instant - HOUR : instant);
		}),
	);
});

test('reads a time in the hour that is skipped as one hour later', () => {
	fc.assert(
		fc.property(fc.integer({ min: 2014, max: 2037 }), fc.nat(59), (year, minute) => {
			const [spring = 0] = switches(year);
			const skipped = israelClock(spring - MINUTE) + MINUTE + minute * MINUTE;
			expect(israelInstant(skipped)).toBe(spring + minute * MINUTE);
			expect(israelClock(israelInstant(skipped))).toBe(skipped + HOUR);
		}),
	);
});

test('windows over a change cover every minute, and meet in nothing but their seams', () => {
	fc.assert(
		fc.property(
			aroundSwitch,
			fc.integer({ min: 0, max: 30 * 1440 }),
			({ change, minutes }, length) => {
				const from = change + minutes * MINUTE - Math.floor(length / 2) * MINUTE;
				const to = from + length * MINUTE;
				const windows = splitWindow({ from, to }, to);
				const seams = [windows[0]?.from, ...windows.map((window) => window.to)];
				expect(windows.map((window) => window.from)).toEqual(seams.slice(0, -1));
				expect(seams[0]).toBe(toGatewayDate(from));
				const read = seams.map((text) => DateTime.fromISO(readDate(text ?? '') ?? '').toMillis());
				expect([...read].sort((a, b) => a - b)).toEqual(read);
				expect(read[0]).toBeLessThanOrEqual(from);
				expect(read.at(-1)).toBeGreaterThanOrEqual(to);
				const weeks = [read, seams.map((text) => clockOf(text ?? ''))].flatMap((times) =>
					times.slice(1).map((time, n) => (time - (times[n] ?? NaN)) / (7 * 24 * HOUR)),
				);
				for (const length of weeks) expect(length).toBeLessThanOrEqual(1);
			},
		),
	);
});
