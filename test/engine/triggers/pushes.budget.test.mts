import { spawnSync } from 'node:child_process';
import { PUSH } from '../../../gateway/values/limits';

/** The most that one push may cost. */
const MOST = {
	/** Visited entries of objects. */
	entries: 20 * PUSH.values,
	/** Visited characters: a hundred times the largest push. */
	characters: 100 * PUSH.bytes,
	/** Megabytes of heap. */
	mb: 50,
	/** Bytes of the workflow's items, written twice: as events and as a conversation. */
	bytes: 16 * PUSH.bytes,
};

interface Taken {
	name: string;
	status: number;
	events: string[];
	ms: number;
}

test('no push costs more than its budget, in a process with a heap of 256 MB', () => {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		['--expose-gc', '--max-old-space-size=256', 'test/engine/harness/hostilePushes.mjs', 'dist'],
		{ encoding: 'utf8', maxBuffer: 2 ** 26 },
	);
	expect([status, stderr]).toEqual([0, '']);
	const taken = stdout
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Taken & typeof MOST);
	expect(taken.length).toBeGreaterThanOrEqual(220);
	for (const one of taken) {
		const costs = Object.entries(MOST).filter(
			([cost, most]) => one[cost as keyof typeof MOST] > most,
		);
		expect([one.name, one.status, costs]).toEqual([one.name, 200, []]);
		expect(one.events.length).toBeLessThanOrEqual(PUSH.events);
	}
	const slowest = taken.sort((a, b) => b.ms - a.ms).slice(0, 3);
	const times = slowest.map(({ name, ms }) => `${ms} ms ${name}`);
	process.stdout.write(`Slowest of ${taken.length} hostile pushes: ${times.join('; ')}\n`);
});
