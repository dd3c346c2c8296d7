// Runs the unit tests of gateway/ and nodes/planning/ in the very process of a Stryker worker. Jest takes half a second to begin each time and
// runs a file to its end when a test has failed: an hour for three thousand changes, which this way are some minutes. Stryker's own
// runner of Jest took 120 s for the 51 changes of gateway/verification.ts where this one took 68 beside it, and lost the coverage of
// tests in a table that have the same title.
import 'tsx/cjs';
import { readdirSync } from 'node:fs';
import Module from 'node:module';
import { join, sep } from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
	determineHitLimitReached,
	DryRunStatus,
	TestStatus,
	toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { expect } from 'expect';
import { bind } from 'jest-each';

const TESTS = 'test/unit';
const testFiles = () =>
	['gateway', 'planning'].flatMap((subject) =>
		readdirSync(join(TESTS, subject))
			.filter((name) => name.endsWith('.test.mts'))
			.map((name) => join(subject, name)),
	);

const SEPARATOR = ' › ';
const fileOf = (id) => id.split(SEPARATOR)[0];

/** What the changed code reads its active change from, and where it writes what it met. */
const stryker = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {});

// Enough to find a change, since every property is tried anew for each of them.
process.env.FUZZ_RUNS ??= '40';

let tests = new Map();
/** The file that is being read, and the groups within it. */
let place = [];

globalThis.expect = expect;
globalThis.test = (name, run) => {
	let id = [...place, name].join(SEPARATOR);
	// Two rows of a table may have one name.
	while (tests.has(id)) id += ' (again)';
	tests.set(id, run);
};
globalThis.test.each = bind(globalThis.test, false);
globalThis.describe = (name, define) => {
	place.push(name);
	define();
	place.pop();
};
globalThis.describe.each = bind(globalThis.describe, false);

/** Reads code and tests anew, so that nothing a change has left behind in a module meets the next one. */
function read(files) {
	const root = process.cwd() + sep;
	for (const path of Object.keys(Module._cache)) {
		if (path.startsWith(root) && !path.includes('node_modules')) delete Module._cache[path];
	}
	tests = new Map();
	const reader = new Module(join(root, TESTS));
	for (const file of files) {
		place = [file];
		reader.require(join(root, TESTS, file));
	}
}

/** Whether a file reads another, itself or through others. */
function reads(module, path, seen = new Set()) {
	if (module === undefined || seen.has(module)) return false;
	seen.add(module);
	return module.filename === path || module.children.some((child) => reads(child, path, seen));
}

const readers = new Map();

/** The test files that read a file; all of them are read to find out, once. */
function readersOf(path) {
	if (!readers.has(path)) {
		read(testFiles());
		readers.set(
			path,
			testFiles().filter((file) => reads(Module._cache[join(process.cwd(), TESTS, file)], path)),
		);
	}
	return readers.get(path);
}

/** Milliseconds that a test took when it last ran. */
const durations = new Map();

const failure = (error) => ({ status: TestStatus.Failed, failureMessage: String(error) });

async function runTest(id) {
	const result = { id, name: id, fileName: join(TESTS, fileOf(id)) };
	const start = performance.now();
	try {
		await tests.get(id)();
		return { ...result, status: TestStatus.Success };
	} catch (error) {
		return { ...result, ...failure(error) };
	} finally {
		durations.set(id, performance.now() - start);
	}
}

async function runTests(ids, isLast) {
	const results = [];
	for (const id of ids) {
		stryker.currentTestId = id;
		const result = await runTest(id);
		results.push({ ...result, timeSpentMs: durations.get(id) });
		if (isLast(result)) break;
	}
	stryker.currentTestId = undefined;
	return results;
}

async function complete(run) {
	try {
		return { status: DryRunStatus.Complete, tests: await run() };
	} catch (error) {
		return { status: DryRunStatus.Error, errorMessage: String(error?.stack ?? error) };
	}
}

class InProcessRunner {
	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun() {
		const result = await complete(() => {
			read(testFiles());
			return runTests([...tests.keys()], () => false);
		});
		return { ...result, mutantCoverage: stryker.mutantCoverage };
	}

	async mutantRun(options) {
		const { activeMutant, mutantActivation, sandboxFileName, testFilter, hitLimit, disableBail } =
			options;
		Object.assign(stryker, { activeMutant: undefined, hitCount: 0, hitLimit });
		const activate = () => (stryker.activeMutant = activeMutant.id);
		const isLast = ({ status }) => !disableBail && status === TestStatus.Failed;
		const result = await complete(() => {
			const files = testFilter ? new Set(testFilter.map(fileOf)) : readersOf(sandboxFileName);
			if (mutantActivation === 'static') activate();
			try {
				read(files);
			} catch (error) {
				const id = [...files].join();
				return [{ id, name: id, timeSpentMs: 0, ...failure(error) }];
			}
			activate();
			// What takes long comes last, since the first failure ends the run.
			const quickFirst = [...(testFilter ?? tests.keys())].sort(
				(a, b) => (durations.get(a) ?? 0) - (durations.get(b) ?? 0),
			);
			return runTests(quickFirst, isLast);
		});
		const endless = determineHitLimitReached(stryker.hitCount, hitLimit);
		return toMutantRunResult(endless ?? result, disableBail);
	}
}

export const strykerPlugins = [
	declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner),
];
