import { availableParallelism, freemem, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';

/** Another n8n would only slow down those that run. */
const isBusy = () => (loadavg()[0] ?? 0) > 4 * availableParallelism() || freemem() < 1_000_000_000;
/** Seconds. After three minutes, something else is loading the machine. */
const MOST_WAITS = 180;

/**
 * Runs `test/<name>.mts`, which ends at the first failed expectation. A separate process, because jest cannot load what starts
 * n8n.
 */
export async function runScenario(name: string): Promise<void> {
	for (let waited = 0; isBusy() && waited < MOST_WAITS; waited++) await sleep(1_000);
	const { failed, all } = await execa('tsx', [join('test', `${name}.mts`)], {
		cwd: join(__dirname, '..', '..', '..'),
		...{ preferLocal: true, reject: false, all: true, stdin: 'ignore' },
	});
	if (failed) throw new Error(all);
	expect(failed).toBe(false);
}
