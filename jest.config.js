/** What is large and has no state of a test. */
const SHARED =
	'/node_modules/(axios|execa|fast-check|fast-xml-parser|fastify|luxon|n8n-core|n8n-workflow|xmlbuilder2)/';

const layer = (name) => ({
	displayName: name,
	rootDir: __dirname,
	roots: ['<rootDir>/test'],
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	moduleFileExtensions: ['mts', 'ts', 'js', 'mjs', 'json'],
	transform: {
		'\\.m?ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2021' },
				module: { type: 'commonjs' },
			},
		],
		[SHARED]: '<rootDir>/test/sharedPackages.js',
	},
	transformIgnorePatterns: [],
	modulePathIgnorePatterns: ['<rootDir>/dist/package.json'],
	testEnvironment: '<rootDir>/test/oneRealm.js',
	setupFilesAfterEnv: ['<rootDir>/test/asserts.mts'],
});
const patient = (name) => ({
	...layer(name),
	setupFilesAfterEnv: ['<rootDir>/test/asserts.mts', '<rootDir>/test/e2e/harness/patience.mts'],
});

// Two minutes: what hangs is told soon, and a busy machine fails no test.
module.exports = {
	testTimeout: 120_000,
	// Scenarios that share an n8n.
	maxConcurrency: 3,
	// Without a limit, jest runs all files in one process if a stopped run left no time of a second. No worker gets here.
	workerIdleMemoryLimit: '8GB',
	testSequencer: '<rootDir>/test/waitsFirst.js',
	projects: [
		...['unit', 'sandbox', 'browser'].map(layer),
		{ ...patient('e2e'), globalSetup: '<rootDir>/test/e2e/harness/prepare.js' },
		{ ...patient('queue'), globalSetup: '<rootDir>/test/freshDist.js' },
		{
			...layer('engine'),
			globalSetup: '<rootDir>/test/freshDist.js',
			setupFiles: ['<rootDir>/test/engine/harness/silent.mts'],
			setupFilesAfterEnv: [
				'<rootDir>/test/asserts.mts',
				'<rootDir>/test/engine/harness/asInN8n.mts',
			],
		},
	],
};
