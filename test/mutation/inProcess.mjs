// What the tests need of Jest, in the process that reads them.
import 'tsx/cjs';
import Module from 'node:module';
import { join, sep } from 'node:path';
import { expect } from 'expect';
import { TestEnvironment } from 'jest-environment-node';
import { bind } from 'jest-each';

/** Stryker reads this before it goes to its copy of the project. */
const root = () => process.cwd() + sep;
const SEPARATOR = ' › ';
process.env.N8N_LOG_LEVEL = 'silent';

const environment = new TestEnvironment(
	{ globalConfig: {}, projectConfig: { globals: {}, testEnvironmentOptions: {}, fakeTimers: {} } },
	{ docblockPragmas: {}, testPath: '' },
);
const moduleMocker = new environment.moduleMocker.constructor(globalThis);
const timers = new environment.fakeTimersModern.constructor({
	config: { fakeTimers: {} },
	global: globalThis,
});

/** Packages that a file of tests replaces, by name. */
const mocks = new Map();
const load = Module._load;
Module._load = function (name, ...rest) {
	return mocks.has(name) ? mocks.get(name) : load.call(this, name, ...rest);
};

/** The built package is read from its source, which is what was changed. */
const sourceOf = (name) =>
	name.startsWith(`${root()}dist${sep}`)
		? join(root(), name.slice(root().length + 5).replace(/\.js$/, '.ts'))
		: name;

/** Told before and after code is loaded within a test. */
let loading = (run) => run();
export const whileLoading = (around) => (loading = around);

globalThis.jest = {
	fn: (...given) => moduleMocker.fn(...given),
	spyOn: (...given) => moduleMocker.spyOn(...given),
	restoreAllMocks: () => moduleMocker.restoreAllMocks(),
	useFakeTimers: (options) => timers.useFakeTimers(options),
	useRealTimers: () => timers.useRealTimers(),
	advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
	advanceTimersByTimeAsync: async (ms) => await timers.advanceTimersByTimeAsync(ms),
	requireActual: (name) => loading(() => newReader().require(sourceOf(name))),
	resetModules: forget,
	mock: (name, make) => mocks.set(name, make()),
};

const newReader = () => {
	const path = join(root(), 'test', 'reader.js');
	return Object.assign(new Module(path), {
		filename: path,
		paths: Module._nodeModulePaths(root()),
	});
};

function forget() {
	for (const path of Object.keys(Module._cache)) {
		if (path.startsWith(root()) && !path.includes('node_modules')) delete Module._cache[path];
	}
}

/** A file or a `describe`, with what runs around its tests. */
const group = (name, parent) => ({
	name,
	parent,
	...{ beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] },
});
let place = group('');
let tests = new Map();

globalThis.expect = expect;
globalThis.test = (name, run) => {
	const names = [];
	for (let one = place; one; one = one.parent) names.unshift(one.name);
	let id = [...names, name].join(SEPARATOR);
	// Two rows of a table may have one name.
	while (tests.has(id)) id += ' (again)';
	tests.set(id, { run, group: place });
};
globalThis.test.each = bind(globalThis.test, false);
globalThis.describe = (name, define) => {
	place = group(name, place);
	define();
	place = place.parent;
};
globalThis.describe.each = bind(globalThis.describe, false);
for (const hook of ['beforeAll', 'beforeEach', 'afterEach', 'afterAll']) {
	globalThis[hook] = (run) => place[hook].push(run);
}

/** Reads a file of tests and all it uses anew, so that nothing a change has left behind meets the next one. */
function read(file) {
	forget();
	mocks.clear();
	tests = new Map();
	place = group(file);
	newReader().require(join(root(), 'test', file));
}

const around = (one) => (one ? [...around(one.parent), one] : []);
const all = async (hooks) => {
	for (const hook of hooks) await hook();
};

/** Runs those tests of a file that are wanted. `run` is given each, and says whether to go on. */
export async function runFile(file, isWanted, run) {
	read(file);
	const begun = new Set();
	try {
		for (const [id, test] of tests) {
			if (!isWanted(id)) continue;
			const groups = around(test.group);
			const goesOn = await run(id, async () => {
				expect.setState({ currentTestName: id });
				for (const one of groups) {
					if (begun.has(one)) continue;
					begun.add(one);
					await all(one.beforeAll);
				}
				try {
					await all(groups.flatMap(({ beforeEach }) => beforeEach));
					await test.run();
				} finally {
					await all(groups.reverse().flatMap(({ afterEach }) => afterEach));
				}
			});
			if (!goesOn) break;
		}
	} finally {
		await all([...begun].reverse().flatMap(({ afterAll }) => afterAll)).catch(() => undefined);
		timers.useRealTimers();
		moduleMocker.restoreAllMocks();
	}
}
