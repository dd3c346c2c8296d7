const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes minutes, the longest first. Most of it is waiting. */
const WAITS = [
	'e2e/waitForDelivery',
	'e2e/recipes',
	'e2e/waitsKilled',
	'e2e/communityNodes',
	'e2e/pollingTrigger',
	'e2e/removeDuplicates',
	'e2e/cutOff',
	'e2e/conversations',
	'e2e/sendAndWait',
].map((name) => `/${name}.test.mts`);

/**
 * Begins with the files that wait: the others run meanwhile. Where jest has not measured them yet it begins with the
 * longest source, and would wait at the end.
 */
module.exports = class WaitsFirst extends Sequencer {
	sort(tests) {
		const waits = WAITS.flatMap((end) => tests.filter(({ path }) => path.endsWith(end)));
		return [...waits, ...super.sort(tests.filter((test) => !waits.includes(test)))];
	}
};
