import { openWindow, reportWindows, windowSinceBeginning } from '../../../gateway/values/windows';

const NOW = Date.parse('2026-01-15T10:00:00+02:00');

test.each([
	[{}, '08/01/26 10:00', '15/01/26 10:00'],
	[{ to: '2026-01-14T09:30:20' }, '07/01/26 09:31', '14/01/26 09:31'],
	[{ from: '2026-01-10' }, '10/01/26 00:00', '15/01/26 10:00'],
	[{ from: '2026-01-08T10:00', to: '2026-01-15T10:00' }, '08/01/26 10:00', '15/01/26 10:00'],
	[{ from: '2026-01-10', to: '2026-01-10' }, '10/01/26 00:00', '10/01/26 00:00'],
	// Summer time begins on 27 March 2026 and ends on 25 October 2026.
	[{ to: '2026-03-30T12:00' }, '23/03/26 12:00', '30/03/26 12:00'],
	[{ to: '2026-03-30T12:00:30' }, '23/03/26 12:01', '30/03/26 12:01'],
	[{ to: '2026-10-28T12:00' }, '21/10/26 13:00', '28/10/26 12:00'],
])('asks for the window %j as %s to %s', (span, from, to) => {
	expect(reportWindows(span, NOW)).toEqual([{ from, to }]);
	expect(openWindow(span, NOW)).toEqual({ from, to });
});

test('asks for more than a week in windows that share their seams', () => {
	expect(reportWindows({ from: '2025-12-28T10:00', to: '2026-01-15T10:00' }, NOW)).toEqual([
		{ from: '28/12/25 10:00', to: '04/01/26 10:00' },
		{ from: '04/01/26 10:00', to: '11/01/26 10:00' },
		{ from: '11/01/26 10:00', to: '15/01/26 10:00' },
	]);
	expect(openWindow({ from: '2020-01-01', to: '2026-01-15T10:00' }, NOW)).toEqual({
		from: '01/01/20 00:00',
		to: '15/01/26 10:00',
	});
});

test('asks for everything up to the end when there is no start', () => {
	expect(windowSinceBeginning({}, NOW)).toEqual({ from: '01/01/00 00:00', to: '15/01/26 10:00' });
	expect(windowSinceBeginning({ from: '2026-01-10', to: '2026-01-11' }, NOW)).toEqual({
		from: '10/01/26 00:00',
		to: '11/01/26 00:00',
	});
});
