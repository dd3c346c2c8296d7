import { availableParallelism } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import type { Counts } from './steps.mts';

/** The parts used here of what `jest --json` prints. */
interface Results {
	numPassedTests: number;
	numFailedTests: number;
	testResults: Array<{ name: string; status: string; message: string }>;
}

/** Jest's default leaves a core idle. Tests in a real n8n mostly wait, so twice as many of them run. */
const WORKERS = Math.max(3, availableParallelism());

/**
 * Runs some of jest's projects on the given Node and returns the counts.
 * @param more further arguments for jest
 */
export async function jestRun(
	node: string,
	projects: string[],
	...more: string[]
): Promise<Counts> {
	const jest = ['node_modules/jest/bin/jest.js', '--json', '--selectProjects', ...projects];
	const { stdout, failed, message } = await execa(
		node,
		[...jest, '--maxWorkers', String(WORKERS * (projects.includes('e2e') ? 2 : 1)), ...more],
		{ reject: false, stdin: 'ignore', env: { CI: 'true' }, maxBuffer: 1e9 },
	);
	const { numPassedTests, numFailedTests, testResults } = resultsIn(
		String(stdout),
		String(message),
	);
	const failures = testResults
		.filter(({ status }) => status === 'failed')
		.map((file) => stripVTControlCharacters(`${file.name}\n${file.message}`));
	// What went wrong beside the tests, such as a worker that died.
	if (failed && failures.length === 0) throw new Error(String(message));
	// A file that did not run at all counts as one test.
	return { passed: numPassedTests, failed: Math.max(numFailedTests, failures.length), failures };
}

/** What jest printed at last, or an error when it ended before it ran tests. */
function resultsIn(stdout: string, message: string): Results {
	const [, json] = /^(\{"num.*)$/m.exec(stdout) ?? [];
	if (!json) throw new Error(message);
	return JSON.parse(json) as Results;
}
