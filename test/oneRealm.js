const { TestEnvironment } = require('jest-environment-node');
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');

/** Stands for the realm that Jest itself runs in. */
const HERE = {};
const LAST_RUN = Symbol.for('the last run of a node');
const { compileFunction } = vm;

/** The function of each module, by its file. Called again it makes the module anew, with code that is compiled already. */
const functions = new Map();
vm.compileFunction = (code, params, { parsingContext, ...options }) => {
	if (parsingContext !== HERE) return compileFunction(code, params, { ...options, parsingContext });
	const known = functions.get(options.filename);
	if (known?.code === code) return known.run;
	const run = compileFunction(code, params, options);
	functions.set(options.filename, { code, run });
	return run;
};

/** Those that a file has used. Jest makes one for each file, and Node 20 serves all of them with every promise. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
	storages.add(this);
	return run.apply(this, given);
};

/** What Jest hangs on a realm and counts on to go with it, so that a file would serve those of all files before. */
function forgetFile() {
	for (const name of ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL']) delete globalThis[Symbol.for(name)];
	for (const storage of storages) storage.disable();
	storages.clear();
}

globalThis[Symbol.for('require of the process')] = require;

/** Changes an object to hold what another one holds. */
function become(object, wanted) {
	for (const name of Object.keys(object)) if (!(name in wanted)) delete object[name];
	Object.assign(object, wanted);
}

/**
 * Runs tests in the realm of the process, as n8n runs nodes, and not in one of their own for each file. So the packages of
 * `sharedPackages.js` are loaded once for all files that a worker runs, which takes seconds each time, and an error is an `Error`
 * on both sides. A file that says `@packages own` has them for itself.
 */
module.exports = class OneRealm extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.global = globalThis;
		const FakeTimers = this.fakeTimersModern.constructor;
		this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
		this.before = {
			env: { ...process.env },
			process: { exit: process.exit, getBuiltinModule: process.getBuiltinModule },
			modules: { ...require.cache },
		};
		this.isAlone = context.docblockPragmas.packages === 'own';
		if (this.isAlone) become(require.cache, {});
	}

	/** A failure says what the node had sent last, to whom, and how it ended. */
	handleTestEvent({ name, error }) {
		if (name === 'test_start') delete globalThis[LAST_RUN];
		const said = globalThis[LAST_RUN];
		if (name !== 'test_fn_failure' || !said || !error?.stack) return;
		error.stack = error.stack.replace(/\n\s+at |$/, `\n\n${said}\n$&`);
	}

	getVmContext() {
		return HERE;
	}

	async teardown() {
		await super.teardown();
		forgetFile();
		const { env, process: own, modules } = this.before;
		become(process.env, env);
		Object.assign(process, own);
		if (this.isAlone) become(require.cache, modules);
	}
};
