const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The names of the tests by file, from the run in which Stryker finds out what each test covers. */
const NAMES = join(__dirname, '../coverage/testNames.json');

/**
 * For a change, Stryker runs the tests that cover it, but has Jest load every file to look for them. So we leave out the files that
 * have none, and begin with the fastest.
 */
module.exports = class CoveringFiles extends Sequencer {
	constructor(options) {
		super(options);
		const { testNamePattern } = options.globalConfig;
		// Stryker's pattern is `(one name)|(another)`, with escapes.
		const names = testNamePattern?.slice(1, -1).split(')|(');
		this.wanted = names && new Set(names.map((name) => name.replace(/\\(.)/gs, '$1')));
	}

	sort(tests) {
		if (!this.wanted) return super.sort(tests);
		const names = JSON.parse(readFileSync(NAMES, 'utf8'));
		const isCovering = ({ path }) => names[path]?.some((name) => this.wanted.has(name));
		const isUnit = ({ path }) => path.includes('/unit/');
		return super
			.sort(tests.filter(isCovering))
			.sort((one, other) => Number(isUnit(other)) - Number(isUnit(one)));
	}

	cacheResults(tests, { testResults }) {
		super.cacheResults(tests, { testResults });
		if (this.wanted) return;
		const names = testResults.map(({ testFilePath, testResults: all }) => [
			testFilePath,
			all.map(({ fullName }) => fullName),
		]);
		mkdirSync(dirname(NAMES), { recursive: true });
		writeFileSync(NAMES, JSON.stringify(Object.fromEntries(names)));
	}
};
