import { spawnSync } from 'node:child_process';

import { PUSH } from '../../../gateway/limits';

/** What taking one push may cost, whatever it holds. */
const MOST = {
	/** Entries of objects that are gone through. */
	entries: 20 * PUSH.values,
	/** Characters that are gone through: the push a hundred times. */
	characters: 100 * PUSH.bytes,
	/** Megabytes of the heap. */
	mb: 50,
	/** Bytes of the items of the workflow, written twice, as an event and as a conversation. */
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
		[
			'--expose-gc',
			'--max-old-space-size=256',
			'test/engine/harness/hostilePushes.mjs',
			'dist',
			'whole',
		],
		{ encoding: 'utf8', maxBuffer: 2 ** 26 },
	);
	expect([status, stderr]).toEqual([0, '']);
	const taken = stdout
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Taken & typeof MOST);
	expect(taken.length).toBeGreaterThanOrEqual(300);
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
