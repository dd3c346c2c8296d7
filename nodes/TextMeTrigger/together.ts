import { sleep } from 'n8n-workflow';

import type { Arrival } from '../events/arrival';
import { SLOTS } from '../memory/slots';

/** A group goes to the workflow at once when it has this many events, or this many characters as JSON. */
const MAX_EVENTS = 500;
const MAX_SIZE = 1_000_000;

/** How long events wait for others. */
export interface Pace {
	/** A group is complete after this long without an event. */
	quietMs: number;
	/** A group goes to the workflow after this long, even if events still arrive. */
	longestMs: number;
}

interface Group {
	arrivals: Arrival[];
	size: number;
	endsAt: number;
	latestEnd: number;
	isOver: Promise<void>;
	over: () => void;
}

/** The groups that are open, oldest first. One call of `webhook()` waits for each. */
const GROUPS = new Map<string, Group>();

/**
 * Joins events of a key that arrive without a pause. The call that begins a group waits, and takes all of it to the workflow;
 * the others take nothing. If too many calls wait, the oldest goes on with what it has.
 */
export async function together(
	key: string,
	arrivals: Arrival[],
	{ quietMs, longestMs }: Pace,
): Promise<Arrival[]> {
	const now = performance.now();
	const open = GROUPS.get(key);
	const group = open ?? begin(key, now + longestMs);
	group.arrivals.push(...arrivals);
	group.size += JSON.stringify(arrivals).length;
	group.endsAt = Math.min(now + quietMs, group.latestEnd);
	if (group.arrivals.length >= MAX_EVENTS || group.size >= MAX_SIZE) end(key);
	if (open) return [];
	for (let ms; GROUPS.get(key) === group && (ms = group.endsAt - performance.now()) > 0;) {
		await Promise.race([group.isOver, sleep(ms)]);
	}
	if (GROUPS.get(key) === group) end(key);
	return group.arrivals;
}

function begin(key: string, latestEnd: number): Group {
	let over = (): void => undefined;
	const isOver = new Promise<void>((resolve) => (over = resolve));
	const group = { arrivals: [], size: 0, endsAt: latestEnd, latestEnd, isOver, over };
	GROUPS.set(key, group);
	const [oldest = key] = GROUPS.keys();
	if (GROUPS.size > SLOTS.waitingPushes.most) end(oldest);
	return group;
}

function end(key: string): void {
	GROUPS.get(key)?.over();
	GROUPS.delete(key);
}
