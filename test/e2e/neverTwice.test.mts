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
		/** By item: whether it was accepted, and its state. */
		states: string[];
		counters: { messages: number; repeated: unknown[] };
	};
	keyed: { outputs: boolean[][]; times: number[] };
}

test("sends nobody a second text in a person's retry or a later execution", async () => {
	const { refused, lost, down, keyed } = await runScenario<Report>('neverTwice');
	// The second of three was refused for the moment: the retry sends it and the third, not the first.
	expect(refused).toEqual({ status: 'error', before: [1, 0, 0], after: [1, 1, 1] });
	// The answer to the second was lost: it may have arrived, and did. The retry sends nothing and stops again.
	expect(lost).toEqual({ status: 'error', before: [1, 1, 0], after: [1, 1, 0] });
	// Send Bulk: the service was down for the answer and for the first retry. Nobody is texted twice, everybody known at the end.
	expect(down.statuses).toEqual(['error', 'error', 'success']);
	expect(down.said).toMatch(
		/^The first try, at 20\S+, got no clear answer; .* does not send it again/,
	);
	expect(down.states).toEqual(Array(300).fill('true,delivered'));
	expect(down.counters).toMatchObject({ messages: 300, repeated: [] });
	// With a key: sent once, then skipped, also after n8n was started again.
	expect(keyed.outputs).toEqual([
		[false, false, false],
		[true, true, true],
		[true, true, true],
	]);
	expect(keyed.times).toEqual([1, 1, 1]);
});
