const { default: Sequencer } = require('@jest/test-sequencer');

/** What hardly does anything but wait, the longest first. */
const WAITS = [
	'e2e/askEverybody',
	'e2e/replyExamples',
	'e2e/waitForDelivery',
	'e2e/smsReply',
	'e2e/expressionEngines',
	'e2e/sendAndWait',
	'e2e/waitForDelivery.unsaved',
	'e2e/waitsKilled',
	'e2e/humanReview',
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
