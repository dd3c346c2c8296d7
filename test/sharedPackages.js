/** Gives tests large packages that are loaded once per process, not per test file. */
module.exports = {
	process: () => ({
		code: "module.exports = globalThis[Symbol.for('require of the process')](__filename);",
	}),
	getCacheKey: () => 'the same for all',
};
