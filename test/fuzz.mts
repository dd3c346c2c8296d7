import fc from 'fast-check';

const LEAST_RUNS = 10;

/**
 * fast-check with a fixed seed, so that runs can be repeated: `FUZZ_SEED=7 FUZZ_RUNS=5000 npx jest …` tests more. A property
 * ends after ten seconds, and fails if that allowed hardly any runs.
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

/** Any text that XML 1.0 can carry, with many characters of its syntax. */
export const sendableText = fc.string({
	unit: fc.oneof(
		fc.constantFrom(
			...['<', '>', '&', '"', "'", ']]>', '<!--', '&amp;', '&#60;', '<![CDATA[', '</sms>'],
		),
		fc.constantFrom(' ', '\t', '\n', '\r', 'a', '0', 'ש', '👍', '\u200F', '\uFFFD'),
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
	),
	maxLength: 30,
});

/** Names that would change an object's prototype. */
export const UNSAFE = ['__proto__', 'constructor', 'prototype'];

/** Expects that the prototype of plain objects is unchanged. */
export function expectUnpolluted(): void {
	const empty: Record<string, unknown> = {};
	for (const name in empty) throw new Error(`Every object has a field ${name} now`);
	expect(empty.polluted).toBeUndefined();
	expect(Object.getPrototypeOf(empty)).toBe(Object.prototype);
}

export { fc };
