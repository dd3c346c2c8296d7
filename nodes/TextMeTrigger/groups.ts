import { sleep } from 'n8n-workflow';

import type { Arrival } from '../events/arrival';

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
const LONGEST_WAIT_MS = 1_000;
/** A group with this number of events is full, and closed. */
const MOST_EVENTS = 500;

interface Group {
	arrivals: Arrival[];
	/** The responses to the pushes that joined the first one. */
	responses: PushResponse[];
	/** Called when the group is full. */
	onFull: () => void;
}

/** By trigger: the group that is open. */
const open = new Map<string, Group>();
/** By trigger: resolves when n8n has taken over the latest closed group. */
const handingOver = new Map<string, Promise<unknown>>();

/**
 * Groups pushes that come within a moment, or while n8n takes over the previous group. The first push of a group gets the
 * events of all, to start one execution with them. The others get undefined, and are answered together with the first one.
 *
 * @param trigger the key of the trigger
 * @param arrivals the events of the push
 * @param answered resolves to the status of the answer to the first push, once n8n has taken over the group
 * @param opened another wait of the first push, in which others may join
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
			joined.onFull();
		}
		return undefined;
	}
	const group: Group = { arrivals: [...arrivals], responses: [], onFull: () => undefined };
	open.set(trigger, group);
	const full = new Promise<void>((resolve) => (group.onFull = resolve));
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
