const { projects } = require('../jest.config.js');

const engine = projects.find(({ displayName }) => displayName === 'engine');

// Enough to find a change, since every property is tried anew for each of them.
process.env.FUZZ_RUNS ??= '40';

/** For Stryker: the tests about the code, with the nodes read from their source, which is what it changes. */
module.exports = {
	...engine,
	displayName: 'mutation',
	// What is built is not read.
	globalSetup: undefined,
	testTimeout: 120_000,
	testEnvironment: require.resolve('./oneRealm.js'),
	testMatch: [
		'<rootDir>/test/engine/**/*.test.mts',
		'<rootDir>/test/unit/credential.test.mts',
		'<rootDir>/test/unit/*/*.test.mts',
	],
	testPathIgnorePatterns: [
		// They need a process of their own, time a lot of work, or go through all operations alike.
		'engine/(secrets|injection|faults/.*|.*\\.scale|run\\.random)\\.test',
		// Those of texts and of assumptions notice no change.
		'unit/(contract|prose)/',
	],
	moduleNameMapper: { '/dist/((?:credentials|gateway|nodes)/.*)\\.js$': '<rootDir>/$1.ts' },
};
