import fc from 'fast-check';

const LEAST_RUNS = 10;

/**
 * fast-check with a seed of its own, so that a run can be repeated: `FUZZ_SEED=7 FUZZ_RUNS=5000 npx jest …` looks
 * further. A property ends after ten seconds, and fails if that were hardly any runs.
 */
fc.configureGlobal({
	seed: Number(process.env.FUZZ_SEED ?? 2026),
	numRuns: Number(process.env.FUZZ_RUNS ?? 200),
	interruptAfterTimeLimit: 10_000,
	markInterruptAsFailure: false,
	reporter: (run) => {
		const { failed, numRuns } = run;
		if (failed) throw new Error(fc.defaultReportMessage(run), { cause: run.errorInstance });
		expect(numRuns).toBeGreaterThanOrEqual(LEAST_RUNS);
	},
});

/** Any text that XML 1.0 can carry, with what its syntax is made of more often than not. */
export const sendableText = fc.string({
	unit: fc.oneof(
		fc.constantFrom(
			'<',
			'>',
			'&',
			'"',
			"'",
			']]>',
			'<!--',
			'&amp;',
			'&#60;',
			'<![CDATA[',
			'</sms>',
		),
		fc.constantFrom(' ', '\t', '\n', '\r', 'a', '0', 'ש', '👍', '\u200F', '\uFFFD'),
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
	),
	maxLength: 30,
});

/** Names that would change what an object is, if they were followed. */
export const UNSAFE = ['__proto__', 'constructor', 'prototype'];

/** Whether an object that nobody has touched is still as empty as it was. */
export function expectUnpolluted(): void {
	const empty: Record<string, unknown> = {};
	for (const name in empty) throw new Error(`Every object has a field ${name} now`);
	expect(empty.polluted).toBeUndefined();
	expect(Object.getPrototypeOf(empty)).toBe(Object.prototype);
}

export { fc };
