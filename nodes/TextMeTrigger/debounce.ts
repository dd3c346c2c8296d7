import { sleep } from 'n8n-workflow';

import type { Arrival } from '../events/arrival';
import { SLOTS } from '../memory/slots';

/** The most calls of `webhook()` that wait at the same time: n8n uses about 10 MB for each. */
const MAX_CALLS = 20;
/** A group goes to the workflow at once when it has this many events, or this many characters as JSON. */
const MAX_EVENTS = 500;
const MAX_SIZE = 1_000_000;
/** The most groups that wait, and their total size. Beyond that, groups go to the workflow at once. */
const MAX_GROUPS = SLOTS.conversations.most;
const MAX_SIZE_OF_ALL = 50 * MAX_SIZE;
/**
 * The pause between two calls that go to the workflow: n8n's database takes seconds for many executions that start together.
 */
const APART_MS = 100;

/** How long events wait for others. */
export interface Pace {
	/** A group is complete after this long without an event. */
	quietMs: number;
	/** A group goes to the workflow after this long, even if events still arrive. */
	longestMs: number;
}

/** The events of one key without a pause between them. */
interface Group {
	key: string;
	arrivals: Arrival[];
	size: number;
	startedAt: number;
	lastAt: number;
}

/**
 * Joins events of a key that arrive without a pause. Each waiting `webhook()` call takes one group to the workflow. If there
 * are more groups than waiting calls, each call takes its share of the groups.
 */
export class Debounce {
	/** By key, ordered by their latest event. */
	private readonly groups = new Map<string, Group>();
	/** Resolves each waiting call with its events. */
	private readonly waiting: Array<(arrivals: Arrival[]) => void> = [];
	private size = 0;
	private isWatched = false;
	private quietMs = 0;

	private constructor(private readonly name: string) {}

	/** The shared object of this name. It is deleted when nothing waits. */
	static of(name: string): Debounce {
		const debounce = DEBOUNCES.get(name) ?? new Debounce(name);
		DEBOUNCES.set(name, debounce);
		return debounce;
	}

	get calls(): number {
		return this.waiting.length;
	}

	/** Adds events. Resolves with the events that this call takes to the workflow; undefined if another call takes them. */
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
		// Moves the group to the end: the order is by latest event.
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

	/** Passes complete groups to waiting calls, until none is left. */
	private async watch(): Promise<void> {
		this.isWatched = true;
		for (let next; (next = first(this.groups));) {
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
	 * The groups that the next call takes now: its share, once all of it is complete. If a complete group has waited one more
	 * quiet period, the call takes only the complete ones, unless it is the last call, which must take all.
	 */
	private due(): Group[] {
		const now = performance.now();
		const share = this.share();
		const over = share.filter((group) => this.endOf(group) <= now);
		const isLate = over.some((group) => this.endOf(group) + this.quietMs <= now);
		return over.length === share.length || (isLate && this.calls > 1) ? over : [];
	}

	/** The groups for the next call: those that have waited longest. */
	private share(): Group[] {
		const size = Math.ceil(this.groups.size / this.calls);
		const share: Group[] = [];
		for (const group of this.groups.values()) if (share.push(group) === size) break;
		return share;
	}

	private endOf({ lastAt }: Group): number {
		return lastAt + this.quietMs;
	}

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
