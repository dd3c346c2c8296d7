// The unit tests of gateway/ alone, for `npm run test:mutation`: Stryker takes no `projects`.
const { projects, ...shared } = require('./jest.config.js');

module.exports = {
	...shared,
	...projects.find(({ displayName }) => displayName === 'unit'),
	testMatch: ['<rootDir>/test/unit/gateway/**/*.test.mts'],
};
