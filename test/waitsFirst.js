const { default: Sequencer } = require('@jest/test-sequencer');

const WAITS = /faults.time\.test\.mts$/;

/**
 * Begins with the file that hardly does anything but wait for time-outs: the others run meanwhile. Where jest has not
 * measured them yet it begins with the longest source, and would wait at the end.
 */
module.exports = class WaitsFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const waits = sorted.filter(({ path }) => WAITS.test(path));
		return [...waits, ...sorted.filter((test) => !waits.includes(test))];
	}
};
