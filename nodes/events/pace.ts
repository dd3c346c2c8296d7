import { sleep } from 'n8n-workflow';

/** So many answered pushes may wait for their execution before the service waits, too: more than a burst of a few dozen. */
const UNHURRIED = 50;
const PER_WAITING_MS = 20;
/** Far less than a service's patience. */
const LONGEST_MS = 3_000;
/** Whatever has not begun by then is stored and waits for its turn, or never was. */
const FORGOTTEN_AFTER_MS = 30_000;

/** The time of the answer to pushes whose execution has not begun, by their ticket; the oldest first. */
const waiting = new Map<string, number>();
let tickets = 0;
/** In queue mode executions run elsewhere, and nothing is known of how far they are. */
let executionsRunHere = false;

/**
 * Keeps a flood from being answered faster than n8n can store it: what is answered and not stored is lost when n8n ends,
 * and when its database gives up. The more pushes wait for their execution, the longer the next one for its answer.
 */
export async function pace(): Promise<string> {
	const now = Date.now();
	for (const [ticket, since] of waiting) {
		if (now - since < FORGOTTEN_AFTER_MS) break;
		waiting.delete(ticket);
	}
	const surplus = executionsRunHere ? waiting.size - UNHURRIED : 0;
	if (surplus > 0) await sleep(Math.min(surplus * PER_WAITING_MS, LONGEST_MS));
	const ticket = String(++tickets);
	waiting.set(ticket, now);
	return ticket;
}

/** Its execution has begun. */
export function begun(ticket: string): void {
	executionsRunHere = waiting.delete(ticket) || executionsRunHere;
	listeners.get(ticket)?.();
}

/** By ticket. */
const listeners = new Map<string, () => void>();

/** Waits until its execution has begun, or so many milliseconds: in queue mode it begins elsewhere. */
export async function whenBegun(ticket: string, atMostMs: number): Promise<void> {
	const begins = new Promise<void>((resolve) => listeners.set(ticket, resolve));
	await Promise.race([begins, sleep(atMostMs)]);
	listeners.delete(ticket);
}
