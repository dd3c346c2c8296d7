import { DateTime } from 'luxon';

import { toGatewayDate } from '../../../gateway/dates';
import { InputError } from '../../../gateway/checks';
import { splitWindow } from '../../../gateway/windows';
import { fc } from '../../fuzz.mts';

const spans = (from: string, to: string, days?: number) =>
	splitWindow(from, to, days).map((window) => `${window.from} - ${window.to}`);

test.each([
	['a day', '2026-05-01T00:00', '2026-05-02T00:00', ['01/05/26 00:00 - 02/05/26 00:00']],
	['exactly a week', '2026-05-01T00:00', '2026-05-08T00:00', ['01/05/26 00:00 - 08/05/26 00:00']],
	[
		'a minute more',
		'2026-05-01T00:00',
		'2026-05-08T00:01',
		['01/05/26 00:00 - 08/05/26 00:00', '08/05/26 00:00 - 08/05/26 00:01'],
	],
	['no time at all', '2026-05-01T10:30', '2026-05-01T10:30', ['01/05/26 10:30 - 01/05/26 10:30']],
	[
		'within a minute',
		'2026-05-01T10:30:10',
		'2026-05-01T10:30:20',
		['01/05/26 10:30 - 01/05/26 10:31'],
	],
	[
		'three weeks',
		'2026-05-01T12:00',
		'2026-05-20T12:00',
		[
			'01/05/26 12:00 - 08/05/26 12:00',
			'08/05/26 12:00 - 15/05/26 12:00',
			'15/05/26 12:00 - 20/05/26 12:00',
		],
	],
	[
		'over the change to summer time, a week is shorter in hours',
		'2026-03-25T12:00',
		'2026-04-02T12:00',
		['25/03/26 12:00 - 01/04/26 12:00', '01/04/26 12:00 - 02/04/26 12:00'],
	],
	[
		'over the change to winter time, a week by the clock would be an hour too long',
		'2026-10-20T12:00',
		'2026-10-28T12:00',
		['20/10/26 12:00 - 27/10/26 11:00', '27/10/26 11:00 - 28/10/26 12:00'],
	],
	[
		'a seam in the skipped hour moves back',
		'2026-03-20T02:30',
		'2026-03-28T00:00',
		['20/03/26 02:30 - 27/03/26 01:30', '27/03/26 01:30 - 28/03/26 00:00'],
	],
	[
		'a seam in the doubled hour moves back',
		'2026-10-18T01:30',
		'2026-10-26T00:00',
		['18/10/26 01:30 - 25/10/26 00:30', '25/10/26 00:30 - 26/10/26 00:00'],
	],
	[
		'an end in the second doubled hour moves to its end',
		'2026-10-24T12:00',
		'2026-10-25T01:30+02:00',
		['24/10/26 12:00 - 25/10/26 02:00'],
	],
	[
		'an end at the beginning of the second doubled hour moves to its end',
		'2026-10-24T12:00',
		'2026-10-25T01:00+02:00',
		['24/10/26 12:00 - 25/10/26 02:00'],
	],
	[
		'an end in the first doubled hour stays',
		'2026-10-24T12:00',
		'2026-10-25T01:30+03:00',
		['24/10/26 12:00 - 25/10/26 01:30'],
	],
])('divides a time into windows: %s', (_, from, to, windows) => {
	expect(spans(from, to)).toEqual(windows);
});

test('takes a number of days of its own', () => {
	expect(spans('2026-05-01', '2026-05-03', 1)).toEqual([
		'01/05/26 00:00 - 02/05/26 00:00',
		'02/05/26 00:00 - 03/05/26 00:00',
	]);
});

test('refuses an end before the start', () => {
	expect(() => splitWindow('2026-05-02', '2026-05-01')).toThrow(/^ends before it begins/);
	expect(() => splitWindow('2026-05-02', '2026-05-01')).toThrow(InputError);
	expect(() => splitWindow('soon', '2026-05-01')).toThrow(/^is not a date/);
});

test('windows cover everything without a gap, each at most a week', () => {
	const start = Date.UTC(2020, 0, 1);
	const clock = (text: string) => DateTime.fromFormat(text, 'dd/MM/yy HH:mm', { zone: 'utc' });
	const instant = (text: string) =>
		DateTime.fromFormat(text, 'dd/MM/yy HH:mm', { zone: 'Asia/Jerusalem' });
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: 5 * 365 * 1440 }),
			fc.integer({ min: 0, max: 60 * 1440 }),
			(offset, length) => {
				const from = start + offset * 60_000;
				const to = from + length * 60_000;
				const windows = splitWindow(from, to);
				expect(windows[0]?.from).toBe(toGatewayDate(from));
				const last = windows[windows.length - 1];
				expect(instant(last?.to ?? '').toMillis()).toBeGreaterThanOrEqual(to - 3_600_000);
				windows.slice(1).forEach((window, index) => expect(window.from).toBe(windows[index]?.to));
				for (const window of windows) {
					const byClock = clock(window.to).diff(clock(window.from)).as('days');
					const elapsed = instant(window.to).diff(instant(window.from)).as('days');
					expect(byClock).toBeLessThanOrEqual(7);
					expect(byClock).toBeGreaterThanOrEqual(0);
					expect(elapsed).toBeLessThanOrEqual(7);
				}
			},
		),
	);
});
