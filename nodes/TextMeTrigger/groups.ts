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

/** A group without a push for this long is closed, where one push comes after the other. */
const SHORT_PAUSE_MS = 10;
/** So many times the usual time between two pushes is a pause. */
const PAUSE = 4;
/** The time between two pushes before any is known. */
const USUAL_MS = 25;
/** How long a group is open at most, also while n8n takes over the previous group. */
const MAX_WAIT_MS = 1_000;
/** A group with this number of events is full, and closed. */
const MAX_EVENTS = 500;
/** By this time, n8n has stored an execution, even one that has to wait for its turn. */
const TAKEN_OVER_MS = 200;
/** The same while n8n's process has no rest and more pushes wait: together, they make fewer executions. */
const BUSY_MS = 800;
const BUSY = 0.9;

export interface Group {
	arrivals: Arrival[];
	/** The responses that get the answer of the group. */
	responses: PushResponse[];
	/** Whether n8n has taken over the previous group, so that this one may follow. */
	isNext: boolean;
	close: () => void;
	/** Resolves when the group is closed. */
	closed: Promise<void>;
}

/** How the pushes of one node come. */
interface Pace {
	open?: Group;
	/** Resolves when n8n has taken over the latest closed group. */
	handingOver?: Promise<unknown>;
	/** How many pushes wait for their answer, and the most that did since the latest group was closed. */
	waiting: number;
	most: number;
	/** The most that waited side by side before that. The service makes no more requests until some are answered. */
	sideBySide: number;
	/** The average time between pushes that come while others wait (milliseconds). */
	betweenMs: number;
	lastAt: number;
}

const paces = new Map<string, Pace>();
/** By ticket: called when the execution of a group begins. */
const listeners = new Map<string, () => void>();
let tickets = 0;

function paceOf(key: string): Pace {
	const known = paces.get(key);
	if (known) return known;
	const pace = { waiting: 0, most: 0, sideBySide: Infinity, betweenMs: USUAL_MS, lastAt: 0 };
	paces.set(key, pace);
	return pace;
}

/** Adds the events of a push to the open group of this key, or opens one. */
export function join(
	key: string,
	arrivals: Arrival[],
	response: PushResponse,
): { group: Group; isFirst: boolean } {
	const pace = paceOf(key);
	const joined = pace.open;
	const group = (pace.open ??= begin(pace));
	const now = performance.now();
	if (pace.waiting > 0) pace.betweenMs += (now - pace.lastAt - pace.betweenMs) / 4;
	pace.lastAt = now;
	pace.most = Math.max(pace.most, ++pace.waiting);
	group.responses.push(response);
	for (const arrival of arrivals) group.arrivals.push(arrival);
	if (group.arrivals.length >= MAX_EVENTS || (group.isNext && allWait(pace))) group.close();
	return { group, isFirst: joined === undefined };
}

/** Whether as many pushes wait as have lately come side by side. */
const allWait = ({ waiting, sideBySide }: Pace) => waiting > 1 && waiting >= sideBySide;

function begin(pace: Pace): Group {
	let resolve = () => {};
	const closed = new Promise<void>((done) => (resolve = done));
	const close = () => {
		if (pace.open !== group) return;
		pace.open = undefined;
		pace.sideBySide = pace.most;
		pace.most = 0;
		resolve();
	};
	const group: Group = { arrivals: [], responses: [], isNext: false, close, closed };
	return group;
}

/**
 * Closes a group when all pushes wait that can come, or after a pause that follows their pace. Not before n8n has taken over the
 * previous group: what comes meanwhile would only make it slower.
 */
export async function closeSoon(key: string, group: Group): Promise<void> {
	const pace = paceOf(key);
	void sleep(MAX_WAIT_MS).then(group.close);
	await Promise.race([group.closed, pace.handingOver]);
	group.isNext = true;
	// Until nothing has joined it for a pause.
	for (let known = 0; pace.open === group && known < group.responses.length && !allWait(pace); ) {
		known = group.responses.length;
		const pauseMs = pauseOf(pace);
		const sinceMs = Math.min(performance.now() - pace.lastAt, pauseMs);
		await Promise.race([group.closed, sleep(pauseMs - sinceMs)]);
	}
	group.close();
}

const pauseOf = ({ most, sideBySide, betweenMs }: Pace): number =>
	Math.max(SHORT_PAUSE_MS, most > 1 || sideBySide > 1 ? PAUSE * betweenMs : 0);

/** Hands a closed group over to n8n, and answers its pushes. */
export function handOver(key: string, group: Group, answered: Promise<number>): void {
	const pace = paceOf(key);
	const ending = answerAll(group.responses, answered).then(() => {
		pace.waiting -= group.responses.length;
		if (pace.handingOver === ending) pace.handingOver = undefined;
	});
	pace.handingOver = ending;
}

/** Answers pushes once `answered` tells the status. */
export async function answerAll(
	responses: PushResponse[],
	answered: Promise<number>,
): Promise<void> {
	const status = await answered;
	for (const response of responses) {
		if (!response.writableFinished) response.status(status).end();
	}
}

/**
 * The answer to pushes that do not wait for the workflow. Resolves when n8n has taken them over. The first arrival gets a
 * ticket, by which its execution tells this process that it has begun.
 */
export async function takenOver(key: string, [first]: Arrival[]): Promise<number> {
	if (!first) return 200;
	const ticket = (first.ticket = String(++tickets));
	const begins = new Promise<void>((resolve) => listeners.set(ticket, resolve));
	const before = performance.eventLoopUtilization();
	await Promise.race([begins, sleep(TAKEN_OVER_MS)]);
	const { utilization } = performance.eventLoopUtilization(before);
	const isBehind = utilization > BUSY && paces.get(key)?.open !== undefined;
	if (isBehind) await Promise.race([begins, sleep(BUSY_MS - TAKEN_OVER_MS)]);
	listeners.delete(ticket);
	return 200;
}

/** Notes that the execution of these arrivals has begun. */
export function begun([first]: Arrival[]): void {
	if (first?.process === PROCESS_ID) listeners.get(first.ticket ?? '')?.();
}
