import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, type Counts } from './steps.mts';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

/**
 * Runs one of jest's projects on the given Node and returns what it counted; its output is shown as it comes.
 * @param more further arguments for jest
 */
export async function jestRun(node: string, project: string, ...more: string[]): Promise<Counts> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-jest-'));
	const results = join(folder, 'results.json');
	try {
		let trouble: unknown;
		await command(node, [
			jest,
			'--selectProjects',
			project,
			'--json',
			'--outputFile',
			results,
			// Jest would leave a core idle.
			'--maxWorkers=100%',
			...more,
		]).catch((error: unknown) => (trouble = error));
		const counted = await readFile(results, 'utf8').catch(() => {
			throw trouble; // it did not get as far as running tests
		});
		const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
			counted,
		) as Record<'numPassedTests' | 'numFailedTests' | 'numRuntimeErrorTestSuites', number>;
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		return { passed: numPassedTests, failed: trouble ? Math.max(failed, 1) : failed };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
