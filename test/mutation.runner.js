const { default: TestRunner } = require('jest-runner');

/** Stops at the first file with a failed test, since Stryker's runner of Jest has no `bail`. */
module.exports = class StopsAtFailure extends TestRunner {
	async runTests(tests, watcher, options) {
		this.on('test-file-success', async ([, { numFailingTests }]) => {
			if (numFailingTests > 0) await watcher.setState({ interrupted: true });
		});
		await super.runTests(tests, watcher, options);
	}
};
