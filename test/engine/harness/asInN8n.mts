import './noWaits.mts';
import { DataDeduplicationService } from 'n8n-core';
import { remembered } from './rememberedKeys.mts';

/**
 * Clears remaining timers at the end of a test file. n8n's pause for nodes cannot be cancelled, so a node may leave one
 * running.
 */
function endTimers(): void {
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

endTimers();
// Every test has n8n's memory, empty, and the real clock. n8n has one memory per process, in which several test files run.
beforeAll(() => DataDeduplicationService.init(remembered as never));
beforeEach(() => remembered.clearAllProcessedItems());
afterEach(() => jest.restoreAllMocks());
afterAll(() => Reflect.deleteProperty(DataDeduplicationService, 'instance'));
