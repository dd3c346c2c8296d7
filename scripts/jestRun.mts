import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { command, type Counts } from './steps.mts';

/** What is read here of the file that `jest --json` writes. */
interface Results {
	numPassedTests: number;
	numFailedTests: number;
	numRuntimeErrorTestSuites: number;
	testResults: FileResult[];
}

interface FileResult {
	name: string;
	status: string;
	message: string;
	assertionResults: Array<{ status: string; fullName: string; failureMessages: string[] }>;
}

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

/** Jest would leave a core idle, and some tests hardly do anything but wait: among those of the engine, two files. */
const workersFor = (project: string) => availableParallelism() + (project === 'engine' ? 3 : 1);

/**
 * Runs one of jest's projects on the given Node and returns what it counted; its output is shown as it comes.
 * @param more further arguments for jest
 */
export async function jestRun(node: string, project: string, ...more: string[]): Promise<Counts> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-jest-'));
	const file = join(folder, 'results.json');
	try {
		let trouble: unknown;
		await command(node, [
			jest,
			'--selectProjects',
			project,
			'--json',
			'--outputFile',
			file,
			`--maxWorkers=${workersFor(project)}`,
			...more,
		]).catch((error: unknown) => (trouble = error));
		const counted = await readFile(file, 'utf8').catch(() => {
			throw trouble; // it did not get as far as running tests
		});
		const results = JSON.parse(counted) as Results;
		const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
		return {
			passed: results.numPassedTests,
			failed: trouble ? Math.max(failed, 1) : failed,
			failures: results.testResults.flatMap(failuresOf),
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Of each failed test of a file its name and the beginning of what it says; of a file that did not run, that. */
function failuresOf({ name, status, message, assertionResults }: FileResult): string[] {
	const failed = assertionResults.filter((test) => test.status === 'failed');
	if (status === 'failed' && failed.length === 0) return [beginning(`${name}\n${message}`)];
	return failed.map(({ fullName, failureMessages }) =>
		beginning(`${fullName}\n${failureMessages.join('\n')}`),
	);
}

function beginning(text: string): string {
	return stripVTControlCharacters(text).split('\n').slice(0, 25).join('\n');
}
