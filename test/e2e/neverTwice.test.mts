import { runScenario } from './harness/runScenario.mts';

interface Retried {
	status: string;
	before: number[];
	after: number[];
}

interface Report {
	refused: Retried;
	lost: Retried;
	down: {
		statuses: string[];
		said: string;
		counters: { messages: number; repeated: unknown[] };
	};
	keyed: { outputs: boolean[][]; times: number[] };
}

test("sends nobody a second text in a person's retry or a later execution", async () => {
	const { refused, lost, down, keyed } = await runScenario<Report>('neverTwice');
	// The second of three was temporarily refused: the retry sends it and the third, not the first.
	expect(refused).toEqual({ status: 'error', before: [1, 0, 0], after: [1, 1, 1] });
	// The answer to the second was lost although the text arrived. The retry sends only the third.
	expect(lost).toEqual({ status: 'error', before: [1, 1, 0], after: [1, 1, 1] });
	// Send Bulk: the answer to its only request was lost. No retry sends it again, and each shows the error.
	expect(down.statuses).toEqual(['error', 'error', 'error']);
	expect(down.said).toContain('it is not known whether the request was carried out');
	expect(down.counters).toMatchObject({ messages: 300, repeated: [] });
	// With a key: sent once, then skipped, also after a restart of n8n.
	expect(keyed.outputs).toEqual([
		[false, false, false],
		[true, true, true],
		[true, true, true],
	]);
	expect(keyed.times).toEqual([1, 1, 1]);
});
