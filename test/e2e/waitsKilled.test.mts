import { runScenario } from './harness/runScenario.mts';

interface Report {
	counts: Record<string, number>;
	/** How many executions waited when n8n was killed. */
	waited: number;
	repeated: unknown[];
}

const DELIVERED = 'success: delivered, delivered';
/** The node itself was still sending, or going on with what it put out before it waited, when n8n was killed. */
const CUT_OFF = ['crashed: ', 'crashed: unknown, unknown', 'crashed: recovered'];
/** Killed in the instant between two looks, n8n goes on with what the wait had put out. */
const BETWEEN_LOOKS = 'success: unknown, unknown';
/** Killed in the instant in which a wait ends, n8n puts out an item of its own in place of the outcomes. */
const RECOVERED = 'success: recovered';

test('n8n is killed while waits begin, look and go on: all items come out, and nothing is sent twice', async () => {
	const { counts, waited, repeated } = await runScenario<Report>('waitsKilled');
	const known = [DELIVERED, ...CUT_OFF, BETWEEN_LOOKS, RECOVERED];
	expect(Object.keys(counts).filter((name) => !known.includes(name))).toEqual([]);
	// The others were just looking, or n8n's log did not say yet that they wait.
	expect(counts[DELIVERED]).toBeGreaterThan(waited / 4);
	expect(repeated).toEqual([]);
});
