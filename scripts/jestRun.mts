import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { command, type Counts } from './steps.mts';

/** The parts used here of the file that `jest --json` writes. */
interface Results {
	numPassedTests: number;
	numFailedTests: number;
	testResults: Array<{ name: string; status: string; message: string }>;
}

/** One more than jest's default, which leaves a core idle. */
const WORKERS = String(availableParallelism() + 1);

/** When more files fail, the cause is not a busy machine. */
const MOST_RUN_AGAIN = 3;

/**
 * Runs some of jest's projects on the given Node and returns the counts. Files of tests in a real n8n that fail run once more,
 * alone, since a busy machine may be too slow for n8n itself; what fails only the first time is shown as unstable.
 * @param more further arguments for jest
 */
export async function jestRun(
	node: string,
	projects: string[],
	...more: string[]
): Promise<Counts> {
	const first = await run(node, projects, '--maxWorkers', WORKERS, ...more);
	const files = first.testResults.filter(hasFailed);
	const failures = files.map(messageOf);
	const counts = { passed: first.numPassedTests, failed: failedOf(first), failures };
	if (!projects.includes('e2e') || files.length === 0 || files.length > MOST_RUN_AGAIN)
		return counts;
	const names = files.map(({ name }) => name);
	const second = await run(node, projects, '--maxWorkers=1', '--runTestsByPath', ...names);
	if (second.testResults.some(hasFailed)) return counts;
	return { passed: counts.passed + counts.failed, failed: 0, unstable: failures };
}

const hasFailed = ({ status }: { status: string }) => status === 'failed';
const messageOf = ({ name, message }: Results['testResults'][number]) =>
	stripVTControlCharacters(`${name}\n${message}`);

/** A file that did not run at all counts as one test. */
const failedOf = ({ numFailedTests, testResults }: Results) =>
	Math.max(numFailedTests, testResults.filter(hasFailed).length);

async function run(node: string, projects: string[], ...more: string[]): Promise<Results> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-jest-'));
	const file = join(folder, 'results.json');
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', ...projects];
	try {
		const trouble = await command(node, [...jest, '--json', '--outputFile', file, ...more]).then(
			() => undefined,
			(error: Error) => error,
		);
		const text = await readFile(file, 'utf8').catch((missing: Error) => {
			throw trouble ?? missing; // jest ended before it ran tests
		});
		const results = JSON.parse(text) as Results;
		// What went wrong beside the tests, such as a worker that died.
		if (trouble && !results.testResults.some(hasFailed)) throw trouble;
		return results;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
