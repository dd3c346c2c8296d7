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

/** Jest's default leaves a core idle. Tests in a real n8n mostly wait, so twice as many of them run. */
const WORKERS = Math.max(3, availableParallelism());

/** When more files fail, the cause is not a busy machine. */
const MAX_RUN_AGAIN = 3;

/**
 * Runs some of jest's projects on the given Node and returns the counts. Tests in a real n8n that fail run once more, alone,
 * since a busy machine may be too slow for n8n itself; what passes then is shown all the same.
 * @param more further arguments for jest
 */
export async function jestRun(
	node: string,
	projects: string[],
	...more: string[]
): Promise<Counts> {
	const isE2e = projects.includes('e2e');
	const workers = `--maxWorkers=${WORKERS * (isE2e ? 2 : 1)}`;
	const { files, ...counts } = await run(node, projects, workers, ...more);
	if (!isE2e || files.length === 0 || files.length > MAX_RUN_AGAIN) return counts;
	const again = await run(node, projects, '--maxWorkers=1', '--runTestsByPath', ...files);
	if (again.failed > 0) return counts;
	const failures = counts.failures.map((failure) => `Passed when it ran again: ${failure}`);
	return { passed: counts.passed + counts.failed, failed: 0, failures };
}

async function run(node: string, projects: string[], ...more: string[]) {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-jest-'));
	const file = join(folder, 'results.json');
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', ...projects];
	try {
		const { failed, message } = await execa(
			node,
			[...jest, '--json', '--outputFile', file, ...more],
			{
				reject: false,
				stdio: 'ignore',
				env: { CI: 'true' },
			},
		);
		const results = JSON.parse(await readFile(file, 'utf8')) as Results;
		const red = results.testResults.filter(({ status }) => status === 'failed');
		// What went wrong beside the tests, such as a worker that died.
		if (failed && red.length === 0) throw new Error(message);
		return {
			files: red.map(({ name }) => name),
			passed: results.numPassedTests,
			// A file that did not run at all counts as one test.
			failed: Math.max(results.numFailedTests, red.length),
			failures: red.map((test) => stripVTControlCharacters(`${test.name}\n${test.message}`)),
		};
	} finally {
		await rm(folder, { recursive: true });
	}
}
