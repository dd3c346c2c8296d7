import { join } from 'node:path';
import { execa } from 'execa';

/**
 * Runs `test/<name>.mts`, which ends at the first failed expectation. A separate process, because jest cannot load what starts
 * n8n.
 */
export async function runScenario(name: string): Promise<void> {
	const { failed, all } = await execa(process.execPath, ['--import', 'tsx', `test/${name}.mts`], {
		cwd: join(__dirname, '..', '..', '..'),
		...{ reject: false, all: true, stdin: 'ignore' },
	});
	if (failed) throw new Error(all);
	expect(failed).toBe(false);
}
