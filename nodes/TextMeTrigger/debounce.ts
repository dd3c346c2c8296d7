import { sleep } from 'n8n-workflow';

import type { Arrival } from '../events/arrival';
import { SLOTS } from '../memory/slots';

/** The most calls of `webhook()` that wait at a time: n8n keeps some 10 MB for each. */
const MAX_CALLS = 20;
/** A group with this number of events, or with this size as JSON, goes out at once. */
const MAX_EVENTS = 500;
const MAX_SIZE = 1_000_000;
/** The most groups that wait at a time, and their size. Beyond it, the next ones go out at once. */
const MAX_GROUPS = SLOTS.conversations.most;
const MAX_SIZE_OF_ALL = 50 * MAX_SIZE;
/** Calls leave so far apart, since n8n's database takes seconds for many executions that begin at once. */
const APART_MS = 100;

/** How long events wait for others. */
export interface Pace {
	/** A group is over when it has got no event for this long. */
	quietMs: number;
	/** A group that still gets events after this time goes out at once. */
	longestMs: number;
}

/** The events of one key that came without a pause. */
interface Group {
	key: string;
	arrivals: Arrival[];
	size: number;
	startedAt: number;
	lastAt: number;
}

/**
 * Brings together the events of a key that come without a pause. The calls that bring them wait, one for each group, and take
 * one group each to the workflow. Only so many wait: if there are more groups, each call takes its share of them.
 */
export class Debounce {
	/** By key, in the order of their latest events. */
	private readonly groups = new Map<string, Group>();
	/** What gives each waiting call its events. */
	private readonly waiting: Array<(arrivals: Arrival[]) => void> = [];
	private size = 0;
	private isWatched = false;
	private quietMs = 0;

	private constructor(private readonly name: string) {}

	/** The one of this name, which all calls share. It is forgotten when nothing waits. */
	static of(name: string): Debounce {
		const debounce = DEBOUNCES.get(name) ?? new Debounce(name);
		DEBOUNCES.set(name, debounce);
		return debounce;
	}

	/** How many calls wait. */
	get calls(): number {
		return this.waiting.length;
	}

	/** Adds events. Resolves with those that this call takes to the workflow; undefined if other calls take them. */
	async add(
		key: string,
		arrivals: Arrival[],
		{ quietMs, longestMs }: Pace,
	): Promise<Arrival[] | undefined> {
		const now = performance.now();
		const group = this.groups.get(key) ?? newGroup(key, now);
		const { length: size } = JSON.stringify(arrivals);
		group.size += size;
		this.size += size;
		group.arrivals.push(...arrivals);
		group.lastAt = now;
		// Moves it behind the others.
		this.groups.delete(key);
		this.groups.set(key, group);
		this.quietMs = quietMs;
		const waits = this.calls < Math.min(MAX_CALLS, this.groups.size);
		const taken = waits ? new Promise<Arrival[]>((take) => this.waiting.push(take)) : undefined;
		const isLong = now - group.startedAt >= longestMs;
		const isFull = group.arrivals.length >= MAX_EVENTS || group.size >= MAX_SIZE;
		if (isLong || isFull) this.leave([group]);
		if (this.groups.size > MAX_GROUPS || this.size > MAX_SIZE_OF_ALL) this.leave(this.share());
		if (!this.isWatched) void this.watch();
		return await taken;
	}

	/** Lets groups go out when they are over, until there are none. */
	private async watch(): Promise<void> {
		this.isWatched = true;
		for (let next; (next = first(this.groups)); ) {
			const quietForMs = this.endOf(next) - performance.now();
			if (quietForMs > 0) {
				await sleep(quietForMs);
			} else {
				this.leave(this.due());
				await sleep(APART_MS);
			}
		}
		this.isWatched = false;
	}

	/**
	 * The groups that the next call takes along now: its share, when all of that is over. Nobody waits for others longer than for
	 * another pause; then what is over goes. The last call leaves nobody behind.
	 */
	private due(): Group[] {
		const now = performance.now();
		const share = this.share();
		const over = share.filter((group) => this.endOf(group) <= now);
		const isLate = over.some((group) => this.endOf(group) + this.quietMs <= now);
		return over.length === share.length || (isLate && this.calls > 1) ? over : [];
	}

	/** The groups for the next call: those that wait longest. */
	private share(): Group[] {
		const size = Math.ceil(this.groups.size / this.calls);
		const share: Group[] = [];
		for (const group of this.groups.values()) if (share.push(group) === size) break;
		return share;
	}

	private endOf({ lastAt }: Group): number {
		return lastAt + this.quietMs;
	}

	/** Gives a call the events of these groups. */
	private leave(groups: Group[]): void {
		if (groups.length === 0) return;
		for (const { key, size } of groups) {
			this.groups.delete(key);
			this.size -= size;
		}
		this.waiting.shift()?.(groups.flatMap(({ arrivals }) => arrivals));
		if (this.groups.size === 0) DEBOUNCES.delete(this.name);
	}
}

const newGroup = (key: string, now: number): Group => ({
	...{ key, arrivals: [], size: 0 },
	...{ startedAt: now, lastAt: now },
});

const DEBOUNCES = new Map<string, Debounce>();

const first = (groups: Map<string, Group>): Group | undefined => groups.values().next().value;
