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
});

// A busy machine must not fail a test: what is slow ends by the time-outs of what is tested.
module.exports = {
	testTimeout: 1_800_000,
	testSequencer: '<rootDir>/test/waitsFirst.js',
	projects: [
		...['unit', 'sandbox', 'browser'].map(layer),
		{ ...layer('e2e'), globalSetup: '<rootDir>/test/e2e/harness/prepare.js' },
		{ ...layer('engine'), setupFiles: ['<rootDir>/test/engine/harness/silent.mts'] },
	],
};
