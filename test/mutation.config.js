const { projects } = require('../jest.config.js');

const engine = projects.find(({ displayName }) => displayName === 'engine');

// Few runs, because every mutation repeats every property.
process.env.FUZZ_RUNS ??= '40';

/** For Stryker: the tests of the code, with the nodes loaded from source, which Stryker changes. */
module.exports = {
	...engine,
	displayName: 'mutation',
	testSequencer: '<rootDir>/test/mutation.sequencer.js',
	runner: '<rootDir>/test/mutation.runner.js',
	// No test here reads the build.
	globalSetup: undefined,
	setupFilesAfterEnv: ['<rootDir>/test/asserts.mts', '<rootDir>/test/mutation.setup.js'],
	testTimeout: 120_000,
	testEnvironment: require.resolve('./oneRealm.js'),
	testMatch: [
		'<rootDir>/test/engine/**/*.test.mts',
		'<rootDir>/test/unit/credential.test.mts',
		'<rootDir>/test/unit/*/*.test.mts',
	],
	testPathIgnorePatterns: [
		// These need their own process, take long, or treat all operations alike.
		'engine/(secrets|injection|faults/.*|.*\\.scale|run\\.random)\\.test',
		// These read the build, and count all maps of the process.
		'engine/(codex|previews)\\.test',
		'unit/memory/freed\\.test',
		// These load the nodes again, and Stryker would take constants for theirs alone.
		'engine/triggers/(polling\\.restarts|pushes\\.repeats)\\.test',
		// Tests of texts and assumptions notice no change of the code.
		'unit/(contract|prose)/',
	],
	moduleNameMapper: { '/dist/((?:credentials|gateway|nodes)/.*)\\.js$': '<rootDir>/$1.ts' },
};
