const { TestEnvironment } = require('jest-environment-node');
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');

const HERE = {};
const LAST_RUN = Symbol.for('the last run of a node');
const { compileFunction } = vm;

/** Compiled module functions by file. Another call makes the module anew without compiling. */
const functions = new Map();
vm.compileFunction = (code, params, { parsingContext, ...options }) => {
	if (parsingContext !== HERE) return compileFunction(code, params, { ...options, parsingContext });
	const known = functions.get(options.filename);
	if (known?.code === code) return known.run;
	const run = compileFunction(code, params, options);
	functions.set(options.filename, { code, run });
	return run;
};

/** Storages that a file used. Jest makes one per file, and Node 20 updates all of them with every promise. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...given) {
	storages.add(this);
	return run.apply(this, given);
};

/** Removes what Jest attaches to a realm and expects to end with it. */
function forgetFile() {
	for (const name of ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL']) delete globalThis[Symbol.for(name)];
	for (const storage of storages) storage.disable();
	storages.clear();
}

globalThis[Symbol.for('require of the process')] = require;

function become(object, wanted) {
	for (const name of Object.keys(object)) if (!(name in wanted)) delete object[name];
	Object.assign(object, wanted);
}

/**
 * Runs tests in the process's realm, as n8n runs nodes, instead of one realm per file. So a worker loads the packages of
 * `sharedPackages.js` once for all files, which saves seconds each, and an error is an `Error` on both sides. A file with
 * `@packages own` loads its own.
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

	/** A failure shows the last things that the node sent, to whom, and the result. */
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
