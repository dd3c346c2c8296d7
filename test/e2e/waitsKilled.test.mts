import { runScenario } from './harness/runScenario.mts';

interface Report {
	counts: Record<string, number>;
	/** How many executions waited when n8n was killed. */
	waited: number;
	repeated: unknown[];
}

const DELIVERED = 'success: delivered, delivered';
/** The node was still sending, or continuing after the wait, when n8n was killed. */
const CUT_OFF = ['crashed: ', 'crashed: unknown, unknown', 'crashed: recovered'];
/** If n8n is killed between two looks, it continues with the output from before the wait. */
const BETWEEN_LOOKS = 'success: unknown, unknown';
/** If n8n is killed when a wait ends, it outputs its own item instead of the outcomes. */
const RECOVERED = 'success: recovered';

test('n8n is killed while waits begin, look and go on: all items come out, and nothing is sent twice', async () => {
	const { counts, waited, repeated } = await runScenario<Report>('waitsKilled');
	const known = [DELIVERED, ...CUT_OFF, BETWEEN_LOOKS, RECOVERED];
	expect(Object.keys(counts).filter((name) => !known.includes(name))).toEqual([]);
	// The others were looking, or n8n's log did not yet show that they wait.
	expect(counts[DELIVERED]).toBeGreaterThan(waited / 4);
	expect(repeated).toEqual([]);
});
