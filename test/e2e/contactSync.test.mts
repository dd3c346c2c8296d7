import { runScenario } from './harness/runScenario.mts';

type Run = 'validated' | 'synced' | 'again' | 'emptied';

const COUNTS = { added: 300, changed: 95, removed: 500, unchanged: 9_405, rejected: [] };

test('makes a list of 10,000 contacts what a sheet says, and does not empty it by half a sheet', async () => {
	const report = await runScenario<Record<Run, Record<string, unknown>>>('contactSync');
	expect(report).toMatchObject({
		validated: { roots: ['getCLbyID'], counts: { ...COUNTS, validatedOnly: true }, changes: 895 },
		synced: { roots: ['getCLbyID', 'rmNumCL', 'addNumCL'], counts: COUNTS, changes: 895 },
		again: {
			roots: ['getCLbyID'],
			counts: { added: 0, changed: 0, removed: 0, unchanged: 9_800 },
			changes: 0,
		},
		emptied: {
			status: 'error',
			error: expect.stringContaining('would lose 9,799 of its 9,800 contacts') as string,
			roots: ['getCLbyID'],
		},
	});
});
