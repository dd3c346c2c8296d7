// Runs the tests in the very process of a Stryker worker, and reads the nodes from their source. Jest takes seconds to begin each
// time and runs a file to its end when a test has failed; Stryker's own runner of Jest took 120 s for the 51 changes of
// gateway/verification.ts where this one took 68 beside it, and lost the coverage of tests in a table that have the same title.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { runFile, whileLoading } from './inProcess.mjs';
import { isDrawn } from './sample.mjs';

/** Folders of tests about the code; those of its words and of the repository notice nothing else. */
const FOLDERS = 'answers gateway memory nodes planning properties triggers'
	.split(' ')
	.map((name) => `unit/${name}`);
/** These need a process of their own, time a lot of work, or go through all operations alike. */
const LEFT_OUT =
	/engine\/(secrets|generators|injection|wayOfAnItem|faults\/.*|.*\.scale|run\.random)\.test/;
/** Tests of what is written in tables, which are read when the code is loaded: no test covers it by running it. */
const OF_TABLES = [
	'unit/nodes/fields',
	'unit/nodes/panels',
	'unit/nodes/guards',
	'unit/credential',
	'engine/wording',
	'engine/codex',
].map((name) => `${name}.test.mts`);
/** Where a few files of code are tried, as in CI, so many files of tests are at most: those that run the least beside it. */
const MOST_FILES = 14;
const { MUTATED } = process.env;
/** A file of tests that takes so many seconds more than none is worth half. */
const HALF_WORTH = 10;

const testsIn = (folder) =>
	readdirSync(join('test', folder), { recursive: true })
		.filter((name) => name.endsWith('.test.mts'))
		.map((name) => join(folder, name));

/** The files of tests that run a file of code, the nearest first: as the last whole run has found, in full or as it was committed. */
const FOUND = join(import.meta.dirname, '..', '..', 'reports', 'nearest.json');
const COMMITTED = join(import.meta.dirname, 'nearest.json');
const nearest = () => JSON.parse(readFileSync(existsSync(FOUND) ? FOUND : COMMITTED, 'utf8'));

/** Those for a file of code; for one that is new, all that are quick. */
const nearTo = (file, known) =>
	known[file]?.filter((test) => existsSync(join('test', test))) ?? FOLDERS.flatMap(testsIn);

/** For a few files of code, as in CI, the files of tests that are nearest to them. Otherwise all. */
function testFiles() {
	const known = nearest();
	const only = MUTATED?.split(',').flatMap((file) =>
		nearTo(file, known).slice(0, known[file] && MOST_FILES),
	);
	if (only) return [...new Set([...OF_TABLES, ...only])];
	return [...FOLDERS, 'engine']
		.flatMap(testsIn)
		.concat('unit/credential.test.mts')
		.filter((file) => !LEFT_OUT.test(file));
}

/** Notes which files of tests are nearest to each file of code: what few of them run counts more, and what takes long less. */
function noteNearest({ perTest }, tests) {
	const covering = new Map();
	const seconds = new Map();
	for (const { id, file, timeSpentMs } of tests) {
		seconds.set(file, (seconds.get(file) ?? HALF_WORTH) + timeSpentMs / 1000);
		for (const mutant of Object.keys(perTest[id] ?? {})) {
			const files = covering.get(mutant) ?? new Set();
			covering.set(mutant, files.add(file));
		}
	}
	const found = nearest();
	for (const file of ['credentials', 'gateway', 'nodes'].flatMap(codeIn)) {
		const scores = new Map();
		for (const [, mutant] of readFileSync(file, 'utf8').matchAll(/stryMutAct_\w+\("(\d+)"\)/g)) {
			const tests = covering.get(mutant) ?? [];
			for (const test of tests) {
				const worth = 1 / tests.size / seconds.get(test);
				scores.set(test, (scores.get(test) ?? 0) + worth);
			}
		}
		if (scores.size === 0) continue;
		found[file] = [...scores].sort((a, b) => b[1] - a[1]).map(([test]) => test);
	}
	mkdirSync(dirname(FOUND), { recursive: true });
	writeFileSync(FOUND, JSON.stringify(found));
	const committed = Object.entries(found)
		.sort()
		.map(
			([file, tests]) => `${JSON.stringify(file)}: ${JSON.stringify(tests.slice(0, MOST_FILES))}`,
		);
	writeFileSync(COMMITTED, `{\n${committed.join(',\n')}\n}\n`);
}

const codeIn = (folder) =>
	readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));

/** Short: Stryker hands on the tests of all changes at once, as one text, and Node has none of more than 512 MB. */
const short = (text, length) =>
	createHash('sha256').update(text).digest('base64url').slice(0, length);
const OF_FILE = 4;
const idOf = (file, name) => short(file, OF_FILE) + short(name, 5);

/** Leaves changes that are not drawn without a test: they are not tried. Thousands of tests cover the same ones. */
function draw({ static: ofAll, perTest }) {
	const known = new Map();
	const isIn = ([mutant]) => {
		if (!known.has(mutant)) known.set(mutant, isDrawn(mutant));
		return known.get(mutant);
	};
	const drawnOf = (counts) => Object.fromEntries(Object.entries(counts).filter(isIn));
	return {
		static: drawnOf(ofAll),
		perTest: Object.fromEntries(
			Object.entries(perTest).map(([test, counts]) => [test, drawnOf(counts)]),
		),
	};
}

/** What the changed code reads its active change from, and where it writes what it met. */
const stryker = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

/** Code that is loaded within a test belongs to no test: each of them loads it. */
whileLoading((run) => {
	const { currentTestId } = stryker;
	stryker.currentTestId = undefined;
	try {
		return run();
	} finally {
		stryker.currentTestId = currentTestId;
	}
});

// A change may leave a promise behind.
process.on('unhandledRejection', () => undefined);

// Enough to find a change, since every property is tried anew for each of them.
process.env.FUZZ_RUNS ??= '40';

const failure = (error) => ({ status: TestStatus.Failed, failureMessage: String(error) });

async function runTest(file, name, run) {
	const id = idOf(file, name);
	const result = { id, name, file, fileName: join('test', file) };
	const start = performance.now();
	stryker.currentTestId = id;
	let end = { status: TestStatus.Success };
	try {
		await run();
	} catch (error) {
		end = failure(error);
	}
	stryker.currentTestId = undefined;
	return { ...result, ...end, timeSpentMs: performance.now() - start };
}

/** Runs files of tests, up to the one where a test fails if that is enough. */
async function runFiles(files, wanted, isEnough) {
	const results = [];
	for (const file of files) {
		try {
			const isWanted = (name) => !wanted || wanted.has(idOf(file, name));
			await runFile(file, isWanted, async (name, run) => {
				results.push(await runTest(file, name, run));
				return !isEnough(results.at(-1));
			});
		} catch (error) {
			results.push({ id: file, name: file, file, timeSpentMs: 0, ...failure(error) });
		}
		if (results.length > 0 && isEnough(results.at(-1))) break;
	}
	return results;
}

class InProcessRunner {
	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun() {
		const tests = await runFiles(testFiles(), undefined, () => false);
		if (!MUTATED) noteNearest(stryker.mutantCoverage, tests);
		const mutantCoverage = draw(stryker.mutantCoverage);
		return { status: DryRunStatus.Complete, tests, mutantCoverage };
	}

	async mutantRun(options) {
		const { activeMutant, sandboxFileName, testFilter, hitLimit, disableBail } = options;
		Object.assign(stryker, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
		const wanted = testFilter && new Set(testFilter);
		const near = nearTo(relative(process.cwd(), sandboxFileName), nearest());
		const covering = new Set(testFilter?.map((id) => id.slice(0, OF_FILE)));
		const files = testFilter
			? near.filter((file) => covering.has(short(file, OF_FILE)))
			: [...new Set([...OF_TABLES, ...near])];
		const isEnough = ({ status }) => !disableBail && status === TestStatus.Failed;
		const tests = await runFiles(MUTATED ? files.slice(0, MOST_FILES) : files, wanted, isEnough);
		stryker.activeMutant = undefined;
		const endless = determineHitLimitReached(stryker.hitCount, hitLimit);
		return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests }, disableBail);
	}
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner),
];
