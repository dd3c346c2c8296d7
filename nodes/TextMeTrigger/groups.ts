import { sleep } from 'n8n-workflow';

import type { Arrival } from '../events/arrival';
import { PROCESS_ID } from '../memory/thisProcess';

/** The parts of Express's response that we use. */
export interface PushResponse {
	statusCode: number;
	writableFinished: boolean;
	status: (code: number) => PushResponse;
	end: (text?: string) => void;
	on: (event: 'close', listener: () => void) => void;
}

/** How long a group is open at least, unless it is full. */
const MOMENT_MS = 100;
/** How long a group is open at most, while n8n takes over the previous group. */
const MAX_WAIT_MS = 1_000;
/** A group with this number of events is full, and closed. */
const MAX_EVENTS = 500;
/** How long a conversation is open at most: for a person who never pauses. */
const MAX_CONVERSATION_MS = 300_000;
/** By this time, n8n has stored an execution, even one that has to wait for its turn. */
const TAKEN_OVER_MS = 200;

export interface Group {
	arrivals: Arrival[];
	/** The responses that get the answer of the group. */
	responses: PushResponse[];
	startedAt: number;
	lastAt: number;
	close: () => void;
	/** Resolves when the group is closed. */
	closed: Promise<void>;
}

/** By key: the group that is open. */
const open = new Map<string, Group>();
/** By key: resolves when n8n has taken over the latest closed group. */
const handingOver = new Map<string, Promise<unknown>>();
/** By ticket: called when the execution of a group begins. */
const listeners = new Map<string, () => void>();
let tickets = 0;

/** Adds the events of a push to the open group of this key, or opens one. */
export function join(
	key: string,
	arrivals: Arrival[],
	response?: PushResponse,
): { group: Group; isFirst: boolean } {
	const now = Date.now();
	const joined = open.get(key);
	const group = joined ?? begin(key, now);
	group.lastAt = now;
	if (response) group.responses.push(response);
	for (const arrival of arrivals) group.arrivals.push(arrival);
	if (group.arrivals.length >= MAX_EVENTS) group.close();
	return { group, isFirst: joined === undefined };
}

function begin(key: string, now: number): Group {
	let resolve = () => {};
	const closed = new Promise<void>((done) => (resolve = done));
	const close = () => {
		if (open.get(key) === group) open.delete(key);
		resolve();
	};
	const group: Group = { arrivals: [], responses: [], startedAt: now, lastAt: now, close, closed };
	open.set(key, group);
	return group;
}

/** Closes a group after a moment, but not before n8n has taken over the previous one. */
export async function closeSoon(key: string, group: Group): Promise<void> {
	const previous = Promise.race([handingOver.get(key), sleep(MAX_WAIT_MS)]);
	await Promise.race([group.closed, Promise.all([sleep(MOMENT_MS), previous])]);
	group.close();
}

/** Closes a group when nothing has joined it for a while. */
export async function closeWhenQuiet(key: string, group: Group, quietMs: number): Promise<void> {
	const endAt = group.startedAt + MAX_CONVERSATION_MS;
	const waitMs = () => Math.min(group.lastAt + quietMs, endAt) - Date.now();
	while (open.get(key) === group && waitMs() > 0) {
		await Promise.race([group.closed, sleep(waitMs())]);
	}
	group.close();
}

/** Answers all pushes of a group, once `answered` tells the status. Until then the next group stays open. */
export function answerAll(key: string, group: Group, answered: Promise<number>): void {
	const ending = answered.then((status) => {
		for (const response of group.responses) {
			if (!response.writableFinished) response.status(status).end();
		}
		if (handingOver.get(key) === ending) handingOver.delete(key);
	});
	handingOver.set(key, ending);
}

/**
 * The answer to pushes that do not wait for the workflow. Resolves when n8n has taken them over. The first arrival gets a
 * ticket, by which its execution tells this process that it has begun.
 */
export async function takenOver([first]: Arrival[]): Promise<number> {
	if (!first) return 200;
	const ticket = (first.ticket = String(++tickets));
	const begins = new Promise<void>((resolve) => listeners.set(ticket, resolve));
	await Promise.race([begins, sleep(TAKEN_OVER_MS)]);
	listeners.delete(ticket);
	return 200;
}

/** Notes that the execution of these arrivals has begun. */
export function begun([first]: Arrival[]): void {
	if (first?.process === PROCESS_ID) listeners.get(first.ticket ?? '')?.();
}
