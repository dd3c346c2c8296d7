import { InputError } from '../../../gateway/values/checks';
import { splitWindow } from '../../../gateway/values/windows';

/** Where the windows begin and end; each ends where the next begins (`properties/israelTime`). */
const seams = (from: string, to: string, days?: number) => {
	const windows = splitWindow(from, to, days);
	return [windows[0]?.from, ...windows.map((window) => window.to)];
};

test.each([
	// A day, exactly a week, and a minute more.
	['2026-05-01T00:00', '2026-05-02T00:00', ['01/05/26 00:00', '02/05/26 00:00']],
	['2026-05-01T00:00', '2026-05-08T00:00', ['01/05/26 00:00', '08/05/26 00:00']],
	['2026-05-01T00:00', '2026-05-08T00:01', ['01/05/26 00:00', '08/05/26 00:00', '08/05/26 00:01']],
	// No time at all, and within a minute.
	['2026-05-01T10:30', '2026-05-01T10:30', ['01/05/26 10:30', '01/05/26 10:30']],
	['2026-05-01T10:30:10', '2026-05-01T10:30:20', ['01/05/26 10:30', '01/05/26 10:31']],
	// Over the change to summer time, a week is shorter in hours.
	['2026-03-25T12:00', '2026-04-02T12:00', ['25/03/26 12:00', '01/04/26 12:00', '02/04/26 12:00']],
	// Over the change to winter time, a week by the clock would be an hour too long.
	['2026-10-20T12:00', '2026-10-28T12:00', ['20/10/26 12:00', '27/10/26 11:00', '28/10/26 12:00']],
	// A seam in the skipped or the doubled hour moves back.
	['2026-03-20T02:30', '2026-03-28T00:00', ['20/03/26 02:30', '27/03/26 01:30', '28/03/26 00:00']],
	['2026-10-18T01:30', '2026-10-26T00:00', ['18/10/26 01:30', '25/10/26 00:30', '26/10/26 00:00']],
	// An end in the second doubled hour, also at its beginning, moves to its end; in the first, it stays.
	['2026-10-24T12:00', '2026-10-25T01:30+02:00', ['24/10/26 12:00', '25/10/26 02:00']],
	['2026-10-24T12:00', '2026-10-25T01:00+02:00', ['24/10/26 12:00', '25/10/26 02:00']],
	['2026-10-24T12:00', '2026-10-25T01:30+03:00', ['24/10/26 12:00', '25/10/26 01:30']],
])('divides the time from %s to %s into windows', (from, to, expected) => {
	expect(seams(from, to)).toEqual(expected);
});

test('takes a number of days of its own', () => {
	expect(seams('2026-05-01', '2026-05-03', 1)).toEqual([
		...['01/05/26 00:00', '02/05/26 00:00', '03/05/26 00:00'],
	]);
});

test('refuses an end before the start', () => {
	expect(() => splitWindow('2026-05-02', '2026-05-01')).toThrow(/^ends before it begins/);
	expect(() => splitWindow('2026-05-02', '2026-05-01')).toThrow(InputError);
	expect(() => splitWindow('soon', '2026-05-01')).toThrow(/^is not a date/);
});
