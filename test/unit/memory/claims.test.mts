import type { Claims } from '../../../nodes/memory/claims';
import { doneWith, takenUp } from '../../../nodes/memory/marks';
import { IDS, played, SEEDS, start, startProcess } from './processes.mts';
import { numbersBelow, pause, SharedRow } from './sharedRow.mts';

jest.useFakeTimers({ now: 0 });

test('of four processes that want the same at the same time, each thing goes to exactly one', async () => {
	for (const seed of SEEDS) {
		const processes = start(new SharedRow(), 4, numbersBelow(50, seed));
		const begin = numbersBelow(300, seed);
		const wins = processes.flatMap((claims) =>
			IDS.map(async (id) => {
				await pause(begin());
				return [...(await claims().win([id])).won];
			}),
		);
		expect((await played(Promise.all(wins))).flat().sort()).toEqual([...IDS].sort());
	}
});

test('so it does when each asks for all of them in one go', async () => {
	for (const seed of SEEDS) {
		const processes = start(new SharedRow(), 4, numbersBelow(50, seed));
		const wins = await played(Promise.all(processes.map((claims) => claims().win(IDS))));
		expect(wins.flatMap(({ won }) => [...won]).sort()).toEqual([...IDS].sort());
	}
});

test('what is noted stays, whatever the others write', async () => {
	for (const seed of SEEDS) {
		const row = new SharedRow();
		const processes = start(row, 3, numbersBelow(60, seed));
		const notes = processes.flatMap((claims, n) =>
			IDS.map(async (id) => {
				const mine = claims();
				await mine.note([doneWith(`${id} of ${n}`)]);
				mine.makeSure(() => undefined);
			}),
		);
		await played(Promise.all(notes));
		const later = startProcess(row, () => 1);
		const ids = processes.flatMap((_, n) => IDS.map((id) => `${id} of ${n}`));
		expect([...(await played(later().win(ids, doneWith))).won]).toEqual([]);
	}
});

test('whenever it is let go of, a claim that was held leaves no more than one that was not', async () => {
	for (let held = 0; held < 16_000; held += 100) {
		const row = new SharedRow();
		const claims = startProcess(row, () => 300)();
		await played(claims.win(['order']));
		const before = [...row.marks];
		const letGo = claims.hold(['order']);
		await played(pause(held).then(letGo));
		expect([held, row.marks]).toEqual([held, before]);
	}
});

test('whoever was stalled while he claimed finds out that another was faster', async () => {
	for (let stalled = 100; stalled < 8_000; stalled += 300) {
		const row = new SharedRow();
		// The second question is the claim.
		const delays = [20, stalled];
		const slow = startProcess(row, () => delays.shift() ?? 20)();
		await played(slow.note(['something else']));
		const fast = startProcess(row, () => 20)();
		const taken = [slow, fast].map(async (claims) => {
			const { won, open } = await claims.win(['order']);
			const took = [...won, ...(await claims.leftOver(open)).won];
			const letGo = claims.hold(took);
			await pause(30_000);
			letGo();
			return took;
		});
		expect([stalled, (await played(Promise.all(taken))).flat()]).toEqual([stalled, ['order']]);
	}
});

test('a claim that was late and then written over by others is not taken for done', async () => {
	for (const seed of SEEDS) {
		const row = new SharedRow();
		const delays = [20, 700];
		const slow = startProcess(row, () => delays.shift() ?? 20)();
		await played(slow.note(['something else']));
		const others = start(row, 2, numbersBelow(60, seed)).map(async (claims) => {
			for (let n = 0; n < 100; n++) await claims().note([`${seed} ${n}`]);
		});
		const took = async () => {
			const { won, open } = await slow.win(['order']);
			return [...won, ...(await slow.leftOver(open)).won];
		};
		const [taken] = await played(Promise.all([took(), ...others]));
		expect(taken).toEqual(['order']);
	}
});

describe('who takes a thing up, and whoever looks whether it was left behind,', () => {
	/** As long as an execution works on it. */
	const WORK_MS = 30_000;

	async function takes(claims: Claims): Promise<boolean> {
		const { won, open } = await claims.win(['order']);
		if (won.size === 0 && (await claims.leftOver(open)).won.size === 0) return false;
		const letGo = claims.hold(['order']);
		await pause(WORK_MS);
		await claims.note([takenUp('order'), doneWith('order')]);
		claims.done(['order']);
		claims.makeSure(letGo);
		return true;
	}

	async function takers(begins: number[], delay: () => number) {
		const row = new SharedRow();
		const taking = begins.map(async (begin) => {
			const claims = startProcess(row, delay);
			await pause(begin);
			return await takes(claims());
		});
		return (await played(Promise.all(taking))).filter(Boolean).length;
	}

	// From 20 to 40 ms the second has read the claim but not the note that the first lives, and writes it over.
	test.each(Array.from({ length: 30 }, (_, n) => n * 2))(
		'are one when the second comes %d ms after the first',
		async (later) => {
			expect(await takers([0, later], () => 20)).toBe(1);
		},
	);

	test('are one of several that come one upon the other', async () => {
		for (const seed of SEEDS) {
			const begin = numbersBelow(300, seed);
			const begins = Array.from({ length: 4 }, begin);
			expect(await takers(begins, numbersBelow(50, seed))).toBe(1);
		}
	});
});

test('a repeat of what is done with is told at once, whoever else asks', async () => {
	for (const seed of SEEDS) {
		const row = new SharedRow();
		const [first, ...others] = start(row, 4, numbersBelow(10, seed)) as [() => Claims];
		const mine = first();
		await played(mine.win(IDS));
		await played(mine.note(IDS.flatMap((id) => [takenUp(id), doneWith(id)])));
		mine.done(IDS);
		await played(Promise.resolve());
		const repeats = (others as Array<() => Claims>).map(async (claims) => {
			const begin = Date.now();
			const { won, open } = await claims().win(IDS);
			const left = await claims().leftOver(open);
			return { taken: won.size + left.won.size, busy: left.busy, ms: Date.now() - begin };
		});
		for (const { taken, busy, ms } of await played(Promise.all(repeats))) {
			expect([taken, busy]).toEqual([0, []]);
			expect(ms).toBeLessThan(500);
		}
	}
});
