import { InputError } from '../../../gateway/values/checks';
import { openWindow, splitWindow, windowSinceBeginning } from '../../../gateway/values/windows';

const NOW = Date.parse('2026-01-15T10:00:00+02:00');

/** Where the windows begin and end; each ends where the next begins (`properties/israelTime`). */
const seams = (from: string, to: string, days?: number) => {
	const windows = splitWindow({ from, to }, NOW, days);
	return [windows[0]?.from, ...windows.map((window) => window.to)];
};

test.each([
	// A minute more than a week.
	['2026-05-01T00:00', '2026-05-08T00:01', ['01/05/26 00:00', '08/05/26 00:00', '08/05/26 00:01']],
	// Within a minute.
	['2026-05-01T10:30:10', '2026-05-01T10:30:20', ['01/05/26 10:30', '01/05/26 10:31']],
	// Over the change to summer time, a week is shorter in hours.
	['2026-03-25T12:00', '2026-04-02T12:00', ['25/03/26 12:00', '01/04/26 12:00', '02/04/26 12:00']],
	// Over the change to winter time, a week by the clock would be an hour too long.
	['2026-10-20T12:00', '2026-10-28T12:00', ['20/10/26 12:00', '27/10/26 11:00', '28/10/26 12:00']],
	// An end in the second doubled hour, also at its beginning, moves to its end; in the first, it stays.
	['2026-10-24T12:00', '2026-10-25T01:30+02:00', ['24/10/26 12:00', '25/10/26 02:00']],
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
	expect(() => splitWindow({ from: '2026-05-02', to: '2026-05-01' }, NOW)).toThrow(
		/^ends before it begins/,
	);
	expect(() => splitWindow({ from: '2026-05-02', to: '2026-05-01' }, NOW)).toThrow(InputError);
	expect(() => splitWindow({ from: 'soon', to: '2026-05-01' }, NOW)).toThrow(/^is not a date/);
});

test.each([
	[{}, '08/01/26 10:00', '15/01/26 10:00'],
	[{ from: '2026-01-10' }, '10/01/26 00:00', '15/01/26 10:00'],
	// Summer time begins on 27 March 2026 and ends on 25 October 2026.
	[{ to: '2026-03-30T12:00:30' }, '23/03/26 12:01', '30/03/26 12:01'],
	[{ to: '2026-10-28T12:00' }, '21/10/26 13:00', '28/10/26 12:00'],
])('asks for the window %j as %s to %s', (span, from, to) => {
	expect(splitWindow(span, NOW)).toEqual([{ from, to }]);
	expect(openWindow(span, NOW)).toEqual({ from, to });
});

test('asks for everything up to the end when there is no start', () => {
	expect(windowSinceBeginning({}, NOW)).toEqual({ from: '01/01/00 00:00', to: '15/01/26 10:00' });
	expect(windowSinceBeginning({ from: '2026-01-10', to: '2026-01-11' }, NOW)).toEqual({
		from: '10/01/26 00:00',
		to: '11/01/26 00:00',
	});
});
