const { default: Sequencer } = require('@jest/test-sequencer');

/** Tests that take minutes, the longest first. They mostly wait. */
const WAITS = [
	'e2e/sharedN8n',
	'queue/queueMode',
	'e2e/communityNodes',
	'e2e/triggers',
	'e2e/demo',
	'e2e/waits',
	'e2e/oneEvaluation',
].map((name) => `/${name}.test.mts`);

/**
 * Starts with the files that wait, so that the others run meanwhile. Without measured times, jest would start with the longest
 * source, and wait at the end.
 */
module.exports = class WaitsFirst extends Sequencer {
	sort(tests) {
		const waits = WAITS.flatMap((end) => tests.filter(({ path }) => path.endsWith(end)));
		return [...waits, ...super.sort(tests.filter((test) => !waits.includes(test)))];
	}
};
