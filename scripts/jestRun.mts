import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import type { Counts } from './steps.mts';

/** The parts used here of the file that `jest --json` writes. */
interface Results {
	numPassedTests: number;
	numFailedTests: number;
	testResults: Array<{ name: string; status: string; message: string }>;
}

/** Jest's default leaves a core idle. */
const WORKERS = Math.max(3, availableParallelism());

/** Runs some of jest's projects on the given Node, with further arguments for jest, and returns the counts. */
export async function jestRun(
	node: string,
	projects: string[],
	more: string[] = [],
	{ workers = WORKERS, env = {} }: { workers?: number; env?: Record<string, string> } = {},
): Promise<Counts> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-jest-'));
	const file = join(folder, 'results.json');
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', ...projects];
	const args = [...jest, '--json', '--outputFile', file, `--maxWorkers=${workers}`, ...more];
	try {
		const { failed, message } = await execa(node, args, {
			reject: false,
			stdio: 'ignore',
			env: { CI: 'true', ...env },
		});
		const results = JSON.parse(await readFile(file, 'utf8')) as Results;
		const red = results.testResults.filter(({ status }) => status === 'failed');
		// What went wrong beside the tests, such as a worker that died.
		if (failed && red.length === 0) throw new Error(message);
		return {
			passed: results.numPassedTests,
			// A file that did not run at all counts as one test.
			failed: Math.max(results.numFailedTests, red.length),
			failures: red.map((test) => stripVTControlCharacters(`${test.name}\n${test.message}`)),
		};
	} finally {
		await rm(folder, { recursive: true });
	}
}
