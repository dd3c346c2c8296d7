const [engine] = require('../../jest.config.js').projects.filter(
	({ displayName }) => displayName === 'engine',
);

/** `npx jest --config scripts/walks/jest.config.js`: which files a run goes through. */
module.exports = {
	...engine,
	roots: ['<rootDir>/scripts/walks'],
	testMatch: ['<rootDir>/scripts/walks/*.test.mts'],
	transform: { ...engine.transform, '/dist/.*\\.js$': '<rootDir>/scripts/walks/countCalls.js' },
};
