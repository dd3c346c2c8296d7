/** Gives tests large packages as the process has them: loaded once, and not anew for each file of tests. */
module.exports = {
	process: () => ({
		code: "module.exports = globalThis[Symbol.for('require of the process')](__filename);",
	}),
	getCacheKey: () => 'the same for all',
};
