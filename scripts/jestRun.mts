import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import type { Counts } from './steps.mts';

/** The parts of `jest --json` that we use. */
interface TestFile {
	name: string;
	status: string;
	message: string;
	/** Milliseconds since 1970. */
	startTime: number;
	endTime: number;
	assertionResults: Array<{ status: string }>;
}

interface Run {
	workers?: number;
	env?: Record<string, string>;
}

/** Jest's default leaves a core idle. */
const WORKERS = Math.max(3, availableParallelism());
/** Seconds from which a file is listed with its time. */
const LONG = 20;
/** If more files fail, the cause is not a busy machine. */
const MOST_NOISE = 8;

/** Runs some of jest's projects with more arguments, and returns the counts. */
export async function jestRun(
	projects: string[],
	more: string[] = [],
	run: Run = {},
): Promise<Counts> {
	return countsOf(await filesOf(projects, more, run));
}

/** `jestRun` for a busy machine: a file that fails runs once more, alone, after the others. */
export async function patientJestRun(
	projects: string[],
	more: string[] = [],
	run: Run = {},
): Promise<Counts> {
	const first = await filesOf(projects, more, run);
	const red = first.filter(isRed);
	if (red.length === 0 || red.length > MOST_NOISE) return countsOf(first);

	const again = ['--runTestsByPath', ...red.map(({ name }) => name)];
	const second = await filesOf(projects, again, { ...run, workers: 1 });
	const stillRed = new Set(second.filter(isRed).map(({ name }) => name));
	return {
		...countsOf([...first.filter((file) => !isRed(file)), ...second]),
		flaky: red.filter(({ name }) => !stillRed.has(name)).map(firstMessage),
	};
}

async function filesOf(projects: string[], more: string[], { workers = WORKERS, env }: Run) {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-jest-'));
	const file = join(folder, 'results.json');
	const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', ...projects];
	const args = [...jest, '--json', '--outputFile', file, `--maxWorkers=${workers}`, ...more];
	try {
		const { failed, message } = await execa(process.execPath, args, {
			reject: false,
			stdio: 'ignore',
			env: { CI: 'true', ...env },
		});
		const { testResults } = JSON.parse(await readFile(file, 'utf8')) as { testResults: TestFile[] };
		// A failure outside of tests, such as a worker that died.
		if (failed && !testResults.some(isRed)) throw new Error(message);
		return testResults;
	} finally {
		await rm(folder, { recursive: true });
	}
}

const isRed = ({ status }: TestFile) => status === 'failed';

function countsOf(files: TestFile[]): Counts {
	const tests = files.flatMap(({ assertionResults }) => assertionResults);
	const count = (status: string) => tests.filter((test) => test.status === status).length;
	const red = files.filter(isRed);
	const times = files.map(({ name, startTime, endTime }) => ({
		name: relative('.', name),
		seconds: Math.round((endTime - startTime) / 1000),
	}));
	const long = times.filter(({ seconds }) => seconds >= LONG);
	return {
		parts: long.map(({ name, seconds }) => `${seconds} s  ${name}`),
		passed: count('passed'),
		// A file that could not run counts as one failed test.
		failed: Math.max(count('failed'), red.length),
		failures: red.map(({ name, message }) => stripVTControlCharacters(`${name}\n${message}`)),
	};
}

/** The error on one line, without the steps that a scenario prints before it. */
function firstMessage({ name, message }: TestFile): string {
	const words = stripVTControlCharacters(message).replace(/\s+/g, ' ').trim();
	const error = Math.max(0, words.search(/\w*Error\b|expect\(/));
	return `${relative('.', name)}: ${words.slice(error, error + 300)}`;
}
