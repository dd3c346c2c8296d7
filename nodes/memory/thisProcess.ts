import { sleep } from 'n8n-workflow';

/** Tells this process from others, e.g. the main process of queue mode from its workers. */
export const PROCESS_ID = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
/** When this process began to work (milliseconds since 1970). */
export const STARTED_AT = Date.now();

/** n8n is not busy when so many timers in a row come on time. */
const TIMERS = 10;
const TIMER_MS = 10;
const LATE_MS = 40;

/** Returns when n8n is not busy, or after so many milliseconds. While many executions begin, its database takes seconds. */
export async function calm(longestMs: number): Promise<void> {
	const end = performance.now() + longestMs;
	for (let onTime = 0; onTime < TIMERS && performance.now() < end; onTime++) {
		const due = performance.now() + TIMER_MS;
		await sleep(TIMER_MS);
		if (performance.now() > due + LATE_MS) onTime = -1;
	}
}
