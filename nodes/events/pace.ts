import { sleep } from 'n8n-workflow';

/** Pushes that may wait for their execution before the next answer is delayed: more than a burst of a few dozen. */
const MOST_UNDELAYED = 50;
const DELAY_PER_PUSH_MS = 20;
/** Far less than a service's patience. */
const LONGEST_DELAY_MS = 3_000;
/** An execution that has not begun by then is stored and waits for its turn, or there is none. */
const FORGOTTEN_AFTER_MS = 30_000;

/** By ticket, the oldest first: when a push came whose execution has not begun (milliseconds since 1970). */
const waiting = new Map<string, number>();
let tickets = 0;
/** Stays false in queue mode: executions run in other processes, and this one does not learn when they begin. */
let executionsRunHere = false;

/**
 * Delays the answer to a push in a flood, so that the service does not push faster than n8n can store: a push that is
 * answered and not stored is lost when n8n ends or its database gives up. The more pushes wait for their execution, the
 * longer the delay.
 *
 * @returns the ticket of the push, for `begun` and `whenBegun`
 */
export async function pace(): Promise<string> {
	const now = Date.now();
	for (const [ticket, since] of waiting) {
		if (now - since < FORGOTTEN_AFTER_MS) break;
		waiting.delete(ticket);
	}
	const surplus = executionsRunHere ? waiting.size - MOST_UNDELAYED : 0;
	if (surplus > 0) await sleep(Math.min(surplus * DELAY_PER_PUSH_MS, LONGEST_DELAY_MS));
	const ticket = String(++tickets);
	waiting.set(ticket, now);
	return ticket;
}

/** Notes that the execution of a push has begun. */
export function begun(ticket: string): void {
	executionsRunHere = waiting.delete(ticket) || executionsRunHere;
	listeners.get(ticket)?.();
}

/** By ticket. */
const listeners = new Map<string, () => void>();

/** Waits until the execution of a push has begun, or `atMostMs`: in queue mode it begins in another process. */
export async function whenBegun(ticket: string, atMostMs: number): Promise<void> {
	const begins = new Promise<void>((resolve) => listeners.set(ticket, resolve));
	await Promise.race([begins, sleep(atMostMs)]);
	listeners.delete(ticket);
}
