/**
 * Clears the timers that are left when the tests of a file end. n8n gives nodes only a pause that cannot be cancelled: a node
 * that waits for a pause or something else may leave the pause running.
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
