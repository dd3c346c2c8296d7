/**
 * Clears remaining timers at the end of a test file. n8n's pause for nodes cannot be cancelled, so a node may leave one
 * running.
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
