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
/** So many events start one execution. */
const MOST_EVENTS = 500;

interface Group {
	arrivals: Arrival[];
	/** Of the pushes that joined. */
	responses: PushResponse[];
	/** Called when it holds as many events as it may. */
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
 * @param answered gives the status the first push is answered with, once n8n has taken the group over
 */
export async function gather(
	trigger: string,
	arrival: Arrival,
	response: PushResponse,
	answered: () => Promise<number>,
): Promise<Arrival[] | undefined> {
	const joined = open.get(trigger);
	if (joined) {
		joined.responses.push(response);
		if (joined.arrivals.push(arrival) >= MOST_EVENTS) joined.isFull();
		return undefined;
	}
	const group: Group = { arrivals: [arrival], responses: [], isFull: () => undefined };
	open.set(trigger, group);
	await Promise.race([
		new Promise<void>((resolve) => (group.isFull = resolve)),
		Promise.all([
			sleep(MOMENT_MS),
			Promise.race([handingOver.get(trigger), sleep(LONGEST_WAIT_MS)]),
		]),
	]);
	open.delete(trigger);
	const ending = answered().then((status) => {
		for (const one of group.responses) one.status(status).end();
		if (handingOver.get(trigger) === ending) handingOver.delete(trigger);
	});
	handingOver.set(trigger, ending);
	return group.arrivals;
}
