import {
	advance,
	firstState,
	isSince,
	nextFrom,
	type PollState,
} from '../../../nodes/TextMePollingTrigger/pollState';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-01-15T10:00:00Z');

interface Hears {
	settled?: string[];
	underWay?: string[];
	learnsOfEnds?: boolean;
	now?: number;
}

function poll(state: PollState, found: string[], hears: Hears = {}) {
	return advance(state, {
		found,
		idOf: (id) => id,
		isSettled: (id) => hears.settled?.includes(id) ?? false,
		isUnderWay: (id) => hears.underWay?.includes(id) ?? false,
		learnsOfEnds: hears.learnsOfEnds ?? true,
		until: NOW,
		now: hears.now ?? NOW,
		lookedBack: false,
	});
}

const first = firstState(NOW, undefined);

test('what is brought to its end is not handed over again', () => {
	const one = poll(first, ['a', 'b']);
	expect(one.fresh).toEqual(['a', 'b']);
	const two = poll(one.next, ['a', 'b'], { settled: ['a', 'b'] });
	expect(two.fresh).toEqual([]);
	expect(poll(two.next, ['a', 'b']).fresh).toEqual([]);
});

test('what somebody works on is not handed over, and again when it got lost', () => {
	const one = poll(first, ['a']);
	const two = poll(one.next, ['a'], { underWay: ['a'] });
	expect(two.fresh).toEqual([]);
	const restarted = poll(two.next, ['a'], { learnsOfEnds: false, now: NOW + MINUTE });
	expect(restarted.fresh).toEqual(['a']);
});

test('in queue mode, where nothing is heard, everything is handed over again after 1, 2, 4, 8 and 16 minutes', () => {
	let state = first;
	const handedOverAt: number[] = [];
	for (let minute = 0; minute <= 60; minute++) {
		const { fresh, next } = poll(state, ['a'], { learnsOfEnds: false, now: NOW + minute * MINUTE });
		if (fresh.length > 0) handedOverAt.push(minute);
		state = next;
	}
	expect(handedOverAt).toEqual([0, 1, 2, 4, 8, 16]);
});

test('a poll begins an hour back, and once an hour as far back as reports may be late', () => {
	expect(nextFrom(first, NOW, 24)).toEqual({ from: NOW - HOUR, looksBack: false });
	expect(nextFrom(first, NOW + HOUR, 24)).toEqual({ from: NOW - 24 * HOUR, looksBack: true });
});

test.each([
	['2026-01-15T12:00:00+02:00', true],
	['2026-01-15T11:59:00+02:00', false],
	[undefined, true],
])(
	'of what came at %s before or after the start, the minute of the start counts',
	(date, expected) => {
		expect(isSince(date, NOW + 30_000)).toBe(expected);
	},
);
