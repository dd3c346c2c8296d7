import { instantOf } from '../../../gateway/values/dates';
import {
	currentState,
	firstState,
	hadIn,
	isSince,
	nextState,
	readingFrom,
	type PollState,
} from '../../../nodes/TextMePollingTrigger/pollState';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-01-15T10:00:00Z');

interface Report {
	id: string;
	/** When its message was sent: the gateway lists reports by this time. */
	at: number;
	/** When the gateway learned of it. */
	recordedAt: number;
}

const report = (n: number, at: number, recordedAt = at): Report => ({
	id: String(n).padStart(11, '0'),
	at,
	recordedAt,
});

/** The poller, and its state as n8n stores it. */
class Polling {
	now = NOW;
	settings = 'first';
	readonly runs = new Map<string, number>();
	state: PollState;
	private polledAt: number | undefined;
	/** n8n stores the state only when a poll returns events. */
	private stored: PollState;

	constructor(
		private readonly reports: Report[],
		startFrom?: number,
		/** How far n8n's clock is ahead of the gateway's. */
		public ahead = 0,
	) {
		this.state = firstState(this.settings, NOW + ahead, startFrom);
		this.stored = structuredClone(this.state);
	}

	/** @param most the most events that a poll reads */
	poll(most = Infinity): string[] {
		const now = this.now + this.ahead;
		const state = currentState(this.state, this.settings, now, this.polledAt);
		const from = readingFrom(state, now);
		expect(from).toBeLessThanOrEqual(now);
		const until = Math.min(now, from + most);
		const had = hadIn(state);
		const ids = this.reports
			.filter(({ at, recordedAt }) => at >= from && at <= until && recordedAt <= this.now)
			.filter(({ id, recordedAt }) => !had.has(id) && isSince(recordedAt, state))
			.map(({ id }) => id);
		this.state = nextState(state, ids, until, now);
		this.polledAt = now;
		if (ids.length > 0) this.stored = structuredClone(this.state);
		for (const id of ids) this.runs.set(id, (this.runs.get(id) ?? 0) + 1);
		return ids;
	}

	pass(ms: number, every = MINUTE): void {
		for (const end = this.now + ms; this.now < end;) {
			this.now += every;
			this.poll();
		}
	}

	restart(): void {
		this.state = structuredClone(this.stored);
		this.polledAt = undefined;
	}

	get timesRun(): number[] {
		return [...new Set(this.runs.values())];
	}
}

test('hands over 30,000 reports of five hours once, many of them late, n8n killed every half an hour', () => {
	// Every fifth report comes up to four hours after its message. All were sent in the first hour.
	const reports = Array.from({ length: 30_000 }, (_, n) => {
		const at = NOW + (n % 3600) * 1000;
		return report(n, at, at + (n % 5 === 0 ? (n * 7919) % (4 * HOUR) : 0));
	});
	const polling = new Polling(reports);
	for (let half = 0; half < 10; half++) {
		polling.pass(30 * MINUTE, 5 * MINUTE);
		polling.restart();
	}
	polling.pass(HOUR, 5 * MINUTE);
	expect(polling.runs.size).toBe(reports.length);
	expect(polling.timesRun).toEqual([1]);
});

test('finds a report within a day that is recorded up to seven days after its message', () => {
	const late = Array.from({ length: 48 }, (_, n) => (n < 40 ? 6.9 * DAY : (n - 40) * DAY));
	const polling = new Polling(late.map((ms, n) => report(n, NOW + n * HOUR, NOW + n * HOUR + ms)));
	const foundAfter = late.map(() => Infinity);
	for (let hours = 1; hours < 24 * 11; hours++) {
		polling.now += HOUR;
		for (const id of polling.poll()) foundAfter[Number(id)] = hours;
	}
	for (const [n, ms] of late.entries()) {
		expect((foundAfter[n] ?? Infinity) - n - ms / HOUR).toBeLessThanOrEqual(25);
	}
	expect(polling.timesRun).toEqual([1]);
});

test('bounds what it remembers by the time that can still be read', () => {
	const reports = Array.from({ length: 400 * 24 }, (_, hour) => report(hour, NOW + hour * HOUR));
	const polling = new Polling(reports);
	polling.pass(400 * DAY, 3 * HOUR);
	expect(polling.timesRun).toEqual([1]);
	expect(hadIn(polling.state).size).toBeLessThan(10 * 24);
	expect(JSON.stringify(polling.state).length).toBeLessThan(6_000);
});

test('bounds it by number, too, and then reads only what came since', () => {
	const reports = Array.from({ length: 300_000 }, (_, n) => report(n, NOW + n * 2_000));
	const polling = new Polling(reports);
	polling.pass(300_000 * 2_000, 12 * HOUR);
	expect(polling.timesRun).toEqual([1]);
	expect(JSON.stringify(polling.state).length).toBeLessThan(12 * 225_000);
});

test('catches up with an outage of a month in parts, and brings every report once', () => {
	// Every third report comes up to a day after its message.
	const reports = Array.from({ length: 40 * 24 * 6 }, (_, n) => {
		const at = NOW + n * 10 * MINUTE;
		return report(n, at, at + (n % 3 === 0 ? (n * 7_919_000) % DAY : 0));
	});
	const polling = new Polling(reports);
	polling.pass(5 * DAY, HOUR);
	polling.now += 30 * DAY;
	while (polling.state.unread !== undefined || polling.now < NOW + 42 * DAY) {
		polling.now += HOUR;
		polling.poll(DAY);
	}
	expect(polling.runs.size).toBe(reports.length);
	expect(polling.timesRun).toEqual([1]);
});

test('goes on where a poll stopped that had too much to read, as far back as it was to', () => {
	const state = nextState(firstState('', NOW), [], NOW, NOW);
	const [begun, until, end] = [NOW + 13 * HOUR, NOW - HOUR, NOW + 16 * HOUR];
	expect(readingFrom(state, begun)).toBe(NOW - DAY);
	const stopped = nextState(state, [], until, begun);
	expect(readingFrom(stopped, end)).toBe(until);
	const complete = nextState(stopped, [], end, end);
	// The next day has begun meanwhile.
	expect(readingFrom(complete, end)).toBe(begun - 8 * DAY);
});

describe('changed settings', () => {
	/** 160 texts a day, as after a change of account or filter. */
	const texts = (days: number) =>
		Array.from({ length: 160 * days }, (_, n) => report(n, NOW + (n * DAY) / 160));

	test.each(['', 'and a restart'])('bring nothing of before %s', (also) => {
		const polling = new Polling([]);
		polling.pass(7 * DAY, HOUR);
		Object.assign(polling, { reports: texts(8), settings: 'second' });
		if (also) polling.restart();
		polling.pass(2 * DAY, HOUR);
		const earliest = Math.min(...[...polling.runs.keys()].map(Number));
		expect(earliest).toBeGreaterThanOrEqual(160 * 7 - 1);
		expect(polling.timesRun).toEqual([1]);
	});

	test('lose nothing of what came since the last poll', () => {
		const polling = new Polling(texts(2));
		polling.pass(DAY, HOUR);
		polling.settings = 'second';
		polling.pass(DAY, HOUR);
		expect(polling.runs.size).toBe(320);
		expect(polling.timesRun).toEqual([1]);
	});
});

describe('a clock that ran ahead', () => {
	test.each([
		['an hour', HOUR],
		['a month', 30 * DAY],
		['a year', 365 * DAY],
	])('stops nothing and brings nothing again by %s', (_, ahead) => {
		const reports = Array.from({ length: 200 }, (_, n) => report(n, NOW + n * 30 * MINUTE));
		const polling = new Polling(reports);
		polling.pass(DAY);
		polling.ahead = ahead;
		polling.pass(HOUR);
		polling.ahead = 0;
		polling.pass(2 * DAY);
		// After the clock was right again, only the events of one hour are ignored.
		expect(polling.runs.size).toBeGreaterThanOrEqual(2 * 73 + 1 - 2);
		expect(polling.timesRun).toEqual([1]);
	});

	test('when the workflow was published, leaves out what came before it was set', () => {
		const reports = Array.from({ length: 48 }, (_, n) => report(n, NOW + n * HOUR));
		const polling = new Polling(reports, undefined, 30 * DAY);
		polling.pass(2 * HOUR);
		polling.ahead = 0;
		polling.pass(2 * DAY);
		expect(polling.runs.size).toBe(45);
		expect(polling.timesRun).toEqual([1]);
	});
});

test('leaves out what comes before a Start From in the future', () => {
	const reports = Array.from({ length: 48 }, (_, n) => report(n, NOW + n * HOUR));
	const polling = new Polling(reports, NOW + DAY);
	polling.pass(3 * DAY, 10 * MINUTE);
	expect([...polling.runs.keys()].map(Number).sort((a, b) => a - b)[0]).toBe(24);
	expect(polling.runs.size).toBe(24);
});

describe('the first poll', () => {
	const minute = new Date(NOW).toISOString();
	test.each([
		['in its own minute', minute, NOW + MINUTE - 1, true],
		['before its minute', minute, NOW - 1, true],
		['after its minute', minute, NOW + MINUTE, false],
		['in the second of two equal hours', '27/10/30 01:10', Date.UTC(2030, 9, 26, 23, 10), true],
	])('counts an event when the trigger was activated %s', (_, date, startedAt, expected) => {
		expect(isSince(instantOf(date), firstState('', startedAt))).toBe(expected);
	});

	test('counts an event without a date', () =>
		expect(isSince(undefined, firstState('', NOW))).toBe(true));
});

test('forgets the oldest of too many events, and takes nothing from their time for new', () => {
	const hour = Math.floor(NOW / HOUR);
	const ids = 'x'.repeat(11 * 150_000);
	const had = { [hour - 3]: ids, [hour - 2]: ids, [hour - 1]: ids };
	const after = nextState({ ...firstState('', NOW - DAY), had }, [ids], NOW, NOW);
	expect(Object.keys(after.had).map(Number)).toEqual([hour - 1, hour]);
	expect(after.knownSince).toBe((hour - 1) * HOUR);
});
