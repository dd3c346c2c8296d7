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
	},
	modulePathIgnorePatterns: ['<rootDir>/dist/package.json'],
	testEnvironment: 'node',
});

module.exports = { projects: ['unit', 'sandbox', 'engine', 'e2e'].map(layer) };
