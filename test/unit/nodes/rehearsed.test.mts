import type { Part, Run } from '../../../nodes/TextMe/run/run';
import { MOST_REHEARSED, rehearsed } from '../../../nodes/TextMe/run/limits';

const TEXT = { to: { phone: '0501234567' }, message: {}, settings: {} };

/** A model's call in an execution, which sends one text. */
function callIn(execution: object) {
	const text = { ...TEXT, itemIndex: 0 } as Part;
	const context = { getContext: () => execution };
	const run = { context, rows: [{ itemIndex: 0, parts: [text] }] } as unknown as Run;
	return { run, text };
}

async function sentBy(execution: object): Promise<number> {
	const { run, text } = callIn(execution);
	let sent = 0;
	await rehearsed(run, [text] as never, async (due) => {
		await new Promise((resolve) => setTimeout(resolve, 1));
		for (const one of due) one.fate = { kind: 'accepted', pieces: [], at: 0, isScheduled: false };
		sent += due.length;
	});
	return sent;
}

test('a rehearsal sends ten in all calls of a model, also of those that run side by side', async () => {
	const execution = {};
	const all = [];
	for (let turn = 0; turn < 4; turn++) {
		const calls = Array.from({ length: 4 }, async () => await sentBy(execution));
		all.push(...(await Promise.all(calls)));
	}
	expect(all.reduce((sum, one) => sum + one, 0)).toBe(MOST_REHEARSED);
});

test('what was not sent leaves its place in a rehearsal to others', async () => {
	const execution = {};
	for (let n = 0; n < MOST_REHEARSED; n++) {
		const { run, text } = callIn(execution);
		await rehearsed(run, [text] as never, async () => await Promise.resolve());
	}
	expect(await sentBy(execution)).toBe(1);
});
