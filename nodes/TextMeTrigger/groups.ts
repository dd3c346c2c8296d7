import { sleep } from 'n8n-workflow';

import type { Arrival } from '../events/arrival';

/** What we use of the response to a push. */
export interface PushResponse {
	statusCode: number;
	writableFinished: boolean;
	status: (code: number) => PushResponse;
	end: (text?: string) => void;
	on: (event: 'close', listener: () => void) => void;
}

/** How long the first push of a quiet time waits for others. */
const MOMENT_MS = 100;
/** How long a group goes on taking pushes in while n8n has not taken over the one before it. */
const LONGEST_WAIT_MS = 1_000;
/** A group with so many events takes no more pushes in. */
const MOST_EVENTS = 500;

interface Group {
	arrivals: Arrival[];
	/** Of the pushes that joined. */
	responses: PushResponse[];
	/** Called when it takes no more pushes in. */
	isFull: () => void;
}

/** By trigger: the group that takes pushes in, and what the last one still waits for. */
const open = new Map<string, Group>();
const handingOver = new Map<string, Promise<unknown>>();

/**
 * Brings pushes together that come within a moment, or while n8n takes the last group over. The first push of a group gets the
 * events of all to start one execution with. The others get undefined and are answered when the first one is.
 *
 * @param trigger tells it from other triggers
 * @param arrivals the events of the push
 * @param answered gives the status the first push is answered with, once n8n has taken the group over
 * @param opened what else the first push waits for, while others join
 */
export async function gather(
	trigger: string,
	arrivals: Arrival[],
	response: PushResponse,
	answered: () => Promise<number>,
	opened: () => Promise<void> = async () => {},
): Promise<Arrival[] | undefined> {
	const joined = open.get(trigger);
	if (joined) {
		joined.responses.push(response);
		for (const arrival of arrivals) joined.arrivals.push(arrival);
		if (joined.arrivals.length >= MOST_EVENTS) {
			open.delete(trigger);
			joined.isFull();
		}
		return undefined;
	}
	const group: Group = { arrivals: [...arrivals], responses: [], isFull: () => undefined };
	open.set(trigger, group);
	const full = new Promise<void>((resolve) => (group.isFull = resolve));
	await opened();
	await Promise.race([
		full,
		Promise.all([
			sleep(MOMENT_MS),
			Promise.race([handingOver.get(trigger), sleep(LONGEST_WAIT_MS)]),
		]),
	]);
	if (open.get(trigger) === group) open.delete(trigger);
	const ending = answered().then((status) => {
		for (const one of group.responses) one.status(status).end();
		if (handingOver.get(trigger) === ending) handingOver.delete(trigger);
	});
	handingOver.set(trigger, ending);
	return group.arrivals;
}
