import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { command, type Counts } from './steps.mts';

/** The parts used here of the file that `jest --json` writes. */
interface Results {
	testResults: FileResult[];
	/** Why jest ended with an error. */
	trouble?: unknown;
}

interface FileResult {
	name: string;
	status: string;
	message: string;
	assertionResults: Array<{ status: string; fullName: string; failureMessages: string[] }>;
}

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');

/** More than jest's default, which leaves a core idle. Some tests hardly do anything but wait: two files of the engine do. */
const workersFor = (project: string) => availableParallelism() + (project === 'engine' ? 3 : 1);

/**
 * Runs one of jest's projects on the given Node, shows its output and returns its counts. Files that fail run once more,
 * alone: on a busy machine a real n8n may be too slow. Tests that fail only the first time are shown as unstable.
 * @param more further arguments for jest
 */
export async function jestRun(node: string, project: string, ...more: string[]): Promise<Counts> {
	const workers = `--maxWorkers=${workersFor(project)}`;
	const first = await run(node, project, workers, ...more);
	const files = first.testResults.filter(isFailed);
	if (files.length === 0 || files.length > MOST_RUN_AGAIN) return countsOf(first);
	console.log(`\n${files.length} failed: once more, alone`);
	const names = files.map(({ name }) => name);
	const second = await run(node, project, '--maxWorkers=1', '--runTestsByPath', ...names);
	const others = first.testResults.filter((file) => !files.includes(file));
	const stillFails = new Set(second.testResults.filter(isFailed).map(({ name }) => name));
	return {
		...countsOf({ ...second, testResults: [...others, ...second.testResults] }),
		unstable: files.filter(({ name }) => !stillFails.has(name)).flatMap(failuresOf),
	};
}

const isFailed = ({ status }: FileResult) => status === 'failed';

/** When more files fail, the cause is not a busy machine. */
const MOST_RUN_AGAIN = 3;

function countsOf({ trouble, testResults }: Results): Counts {
	const statuses = testResults.flatMap(({ assertionResults }) => assertionResults);
	const failures = testResults.flatMap(failuresOf);
	return {
		passed: statuses.filter(({ status }) => status === 'passed').length,
		failed: trouble ? Math.max(failures.length, 1) : failures.length,
		failures,
	};
}

async function run(node: string, project: string, ...more: string[]): Promise<Results> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-jest-'));
	const file = join(folder, 'results.json');
	try {
		let trouble: unknown;
		const args = ['--selectProjects', project, '--json', '--outputFile', file, ...more];
		await command(node, [jest, ...args]).catch((error: unknown) => (trouble = error));
		const counted = await readFile(file, 'utf8').catch(() => {
			throw trouble; // jest ended before it ran tests
		});
		return { ...(JSON.parse(counted) as Results), trouble };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The name and the beginning of the message of each failed test; of a file that did not run, its own. */
function failuresOf({ name, status, message, assertionResults }: FileResult): string[] {
	const failed = assertionResults.filter((test) => test.status === 'failed');
	if (status === 'failed' && failed.length === 0) return [beginning(`${name}\n${message}`)];
	return failed.map(({ fullName, failureMessages }) =>
		beginning(`${fullName}\n${failureMessages.join('\n')}`),
	);
}

function beginning(text: string): string {
	const lines = stripVTControlCharacters(text).split('\n');
	return lines
		.filter((line) => !/^\s+at .*(node_modules|node:internal)/.test(line))
		.slice(0, 25)
		.join('\n');
}
