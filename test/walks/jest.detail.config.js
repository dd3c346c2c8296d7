const [engine] = require('../../jest.config.js').projects.filter(
	({ displayName }) => displayName === 'engine',
);

/** `npx jest --config test/walks/jest.config.js`: which files a run goes through. */
module.exports = {
	...engine,
	roots: ['<rootDir>/test/walks'],
	testMatch: ['<rootDir>/test/walks/*.detail.test.mts'],
	transform: { ...engine.transform, '/dist/.*\\.js$': '<rootDir>/test/walks/countDetail.js' },
};
