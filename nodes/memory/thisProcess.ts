import { sleep } from 'n8n-workflow';

/** Distinguishes processes, such as queue mode's main process and its workers. */
export const PROCESS_ID = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
/** When this process started (milliseconds since 1970). */
export const STARTED_AT = Date.now();

/** Milliseconds that other work of n8n may have to wait. */
const TURN_MS = 50;

/** The entries of a long list. Between them, n8n may do other work. */
export async function* givingTurns<T>(list: Iterable<T>): AsyncGenerator<T> {
	let begin = performance.now();
	for (const entry of list) {
		if (performance.now() > begin + TURN_MS) {
			await sleep(0);
			begin = performance.now();
		}
		yield entry;
	}
}

/** n8n is not busy if this many timers in a row fire on time. */
const TIMERS = 10;
const TIMER_MS = 10;
const LATE_MS = 40;

/** Resolves when n8n is not busy, or after `longestMs`. While many executions start, n8n's database takes seconds. */
export async function calm(longestMs: number): Promise<void> {
	const end = performance.now() + longestMs;
	for (let onTime = 0; onTime < TIMERS && performance.now() < end; onTime++) {
		const due = performance.now() + TIMER_MS;
		await sleep(TIMER_MS);
		if (performance.now() > due + LATE_MS) onTime = -1;
	}
}
