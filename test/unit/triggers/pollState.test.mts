import {
	advance,
	firstState,
	HandedOver,
	isSince,
	nextReading,
	type PollState,
} from '../../../nodes/TextMePollingTrigger/pollState';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-01-15T10:00:00Z');
const LATE_HOURS = 24;

interface Report {
	id: string;
	/** When its message was sent: by that it is found. */
	at: number;
	/** Since when the gateway knows it. */
	recordedAt: number;
}

const report = (n: number, at: number, recordedAt = at): Report => ({
	id: String(n).padStart(11, '0'),
	at,
	recordedAt,
});

/** The poller, n8n, and what is left of both when n8n is killed. */
class Polling {
	now = NOW;
	readonly runs = new Map<string, number>();
	state: PollState = firstState(NOW);
	/** What n8n has stored of the state: it does so when a poll hands something over. */
	private stored = structuredClone(this.state);
	/** Known to the process that runs, and what n8n's list says. */
	private doneHere = new Set<string>();
	private readonly marks = new Set<string>();
	private runsHere = false;

	constructor(
		private readonly reports: Report[],
		private readonly isQueue = false,
	) {}

	/** @param isCutOff whether the execution of what is handed over is killed before its end */
	poll(isCutOff = false): string[] {
		const { now, state } = this;
		const reading = nextReading(state, now, LATE_HOURS);
		const found = this.reports.filter(
			({ at, recordedAt }) => at >= reading.from && at <= now && recordedAt <= now,
		);
		const { fresh, next } = advance(state, new HandedOver(state), {
			found,
			progress: ({ id }) => (this.doneHere.has(id) ? 'done' : undefined),
			isDone: (id) => this.doneHere.has(id),
			runsHere: this.runsHere,
			reading,
			until: now,
			now,
		});
		this.state = next;
		if (fresh.length > 0) this.stored = structuredClone(next);
		for (const { id } of fresh) {
			if (this.marks.has(id)) {
				if (!this.isQueue) this.doneHere.add(id);
				continue;
			}
			this.runs.set(id, (this.runs.get(id) ?? 0) + 1);
			if (isCutOff) continue;
			this.marks.add(id);
			if (!this.isQueue) this.doneHere.add(id);
		}
		this.runsHere ||= !this.isQueue && fresh.length > 0;
		return fresh.map(({ id }) => id);
	}

	pass(ms: number, every = MINUTE): void {
		for (const end = this.now + ms; this.now < end; ) {
			this.now += every;
			this.poll();
		}
	}

	restart(): void {
		this.state = { ...structuredClone(this.stored), process: 'the one before' };
		this.doneHere = new Set();
		this.runsHere = false;
	}

	get timesRun(): number[] {
		return [...new Set(this.runs.values())];
	}
}

test('hands nothing over again that is done', () => {
	const polling = new Polling([report(1, NOW), report(2, NOW)]);
	expect(polling.poll()).toHaveLength(2);
	polling.pass(3 * DAY);
	expect(polling.timesRun).toEqual([1]);
});

test('brings what was cut off with the first poll of the next process, once', () => {
	const polling = new Polling([report(1, NOW), report(2, NOW + MINUTE)]);
	polling.poll();
	polling.now += MINUTE;
	expect(polling.poll(true)).toHaveLength(1);
	polling.restart();
	polling.now += MINUTE;
	expect(polling.poll()).toEqual([report(2, 0).id]);
	polling.pass(DAY);
	expect([...polling.runs.values()]).toEqual([1, 2]);
});

test('hands nothing over again in the process that runs it for hours', () => {
	const polling = new Polling([]);
	const one = report(1, NOW);
	let { state } = polling;
	for (let now = NOW; now < NOW + 5 * HOUR; now += MINUTE) {
		const { fresh, next } = advance(state, new HandedOver(state), {
			found: [one],
			progress: () => (now === NOW ? undefined : 'running'),
			isDone: () => false,
			runsHere: true,
			reading: nextReading(state, now, LATE_HOURS),
			until: now,
			now,
		});
		expect(fresh).toHaveLength(now === NOW ? 1 : 0);
		state = next;
	}
});

test('five hours of 100,000 reports, many of them late, n8n killed every half an hour', () => {
	// Every fifth report comes up to four hours after its message, which was sent in the first hour.
	const reports = Array.from({ length: 100_000 }, (_, n) => {
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
	const days = Array.from({ length: 7 }, (_, n) => n);
	const polling = new Polling(days.map((n) => report(n, NOW, NOW + n * DAY - n * MINUTE)));
	const foundAfter = days.map(() => 0);
	for (let hours = 0; hours < 24 * 8; hours++) {
		polling.now += HOUR;
		for (const id of polling.poll()) foundAfter[Number(id)] = hours + 1;
	}
	for (const n of days) expect((foundAfter[n] ?? Infinity) - 24 * n).toBeLessThanOrEqual(25);
	expect(polling.timesRun).toEqual([1]);
});

test('bounds what it remembers by the time that can still be read', () => {
	const reports = Array.from({ length: 40 * 24 }, (_, hour) => report(hour, NOW + hour * HOUR));
	const polling = new Polling(reports);
	polling.pass(40 * DAY, 30 * MINUTE);
	expect(polling.timesRun).toEqual([1]);
	expect(new HandedOver(polling.state).done.size).toBeLessThan(8 * 24);
});

test('brings nothing again from before an outage of two weeks', () => {
	const polling = new Polling([report(1, NOW), report(2, NOW + 7 * DAY)]);
	polling.poll();
	polling.now += MINUTE;
	polling.poll();
	polling.now += 14 * DAY;
	polling.pass(3 * DAY);
	expect(polling.timesRun).toEqual([1]);
	expect(polling.runs.size).toBe(2);
});

test('goes on where a poll stopped that had too much to read, as far back as it was to', () => {
	const until = NOW + 30 * HOUR;
	const reading = { from: NOW, reach: 'week' } as const;
	const state = firstState(NOW);
	const { next } = advance(state, new HandedOver(state), {
		found: [],
		progress: () => undefined,
		isDone: () => false,
		runsHere: true,
		reading,
		until,
		now: NOW + 60 * HOUR,
	});
	expect(nextReading(next, NOW + 60 * HOUR, LATE_HOURS)).toEqual({ from: until, reach: 'week' });
	expect([next.hoursReadAt, next.weekReadAt, next.polledUntil]).toEqual([NOW, NOW, until]);
});

describe('where nothing is heard of the end of executions, as in queue mode', () => {
	test('100,000 reports run once', () => {
		const reports = Array.from({ length: 100_000 }, (_, n) => report(n, NOW + (n % 3600) * 1000));
		const polling = new Polling(reports, true);
		polling.pass(4 * HOUR, 5 * MINUTE);
		expect(polling.runs.size).toBe(reports.length);
		expect(polling.timesRun).toEqual([1]);
	});

	test('brings what was cut off again within an hour, once', () => {
		const polling = new Polling([report(1, NOW), report(2, NOW + MINUTE)], true);
		polling.poll();
		polling.now += MINUTE;
		polling.poll(true);
		polling.pass(HOUR);
		expect([...polling.runs.values()]).toEqual([1, 2]);
		polling.pass(DAY);
		expect([...polling.runs.values()]).toEqual([1, 2]);
	});

	test('brings nothing again after a restart of the process that polls', () => {
		const polling = new Polling([report(1, NOW), report(2, NOW + 2 * MINUTE)], true);
		polling.pass(3 * MINUTE);
		polling.restart();
		polling.now += MINUTE;
		expect(polling.poll()).toEqual([]);
	});
});

describe('the first poll', () => {
	const minute = new Date(NOW).toISOString();
	test.each([
		['in its own minute', minute, NOW + MINUTE - 1, true],
		['before its minute', minute, NOW - 1, true],
		['after its minute', minute, NOW + MINUTE, false],
	])('counts an event when the trigger was activated %s', (_, date, startedAt, expected) => {
		expect(isSince(date, startedAt)).toBe(expected);
	});

	test('counts an event without a date', () => expect(isSince(undefined, NOW)).toBe(true));
});
