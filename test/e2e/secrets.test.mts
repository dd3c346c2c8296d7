import { runScenario } from './harness/runScenario.mts';

interface Report {
	secrets: number;
	calls: number;
	good: { ran: number; failed: string[] };
	bad: { ran: number; failed: number };
	leaks: string[];
	/** The places where an error of the second run was found, and which were therefore really searched. */
	withErrors: string[];
}

test('n8n keeps no token, password or one-time code in its log, database or executions', async () => {
	const { secrets, calls, good, bad, leaks, withErrors } = await runScenario<Report>('secrets');
	expect(leaks).toEqual([]);
	// A code that was sent to nobody is an answer, not an error.
	expect(good).toEqual({ ran: calls - 1, failed: [] });
	expect(secrets).toBe(6);
	expect(bad).toEqual({ ran: calls, failed: calls });
	// SQLite may not have moved it to the database file yet.
	const places = new Set(withErrors.map((name) => name.replace('-wal', '')));
	const searched = ['REST', 'console', 'database.sqlite', 'n8n.log'];
	expect([...places]).toEqual(expect.arrayContaining(searched));
});
