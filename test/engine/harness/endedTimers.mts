/**
 * Clears what timers are left when the tests of a file are over. n8n gives nodes only a pause that cannot be cut short, so
 * one that waits for something else as well leaves it running.
 */
export function endTimers(): void {
	const timers: NodeJS.Timeout[] = [];
	const { setTimeout: start } = globalThis;
	beforeAll(() => {
		globalThis.setTimeout = Object.assign((...args: Parameters<typeof start>) => {
			const timer = start(...args);
			timers.push(timer);
			return timer;
		}, start);
	});
	afterAll(() => {
		globalThis.setTimeout = start;
		timers.forEach((timer) => clearTimeout(timer));
	});
}
