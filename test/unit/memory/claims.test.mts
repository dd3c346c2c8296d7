import type { Logger } from 'n8n-workflow';
import { allNoted, Claims } from '../../../nodes/memory/claims';
import { doneWith, RENEW_EVERY_MS, takenUp } from '../../../nodes/memory/marks';
import { ProcessedList } from '../../../nodes/memory/processedList';
import { numbersBelow, pause, SharedRow } from './sharedRow.mts';

jest.useFakeTimers({ now: 0 });

/** What makes claims in one more process. */
function startProcess(row: SharedRow, delay: () => number): () => Claims {
	const context = row.startProcess(delay);
	const list = ProcessedList.of(context, 'node', 10_000);
	return () => new Claims(list, true, context.logger);
}

const start = (row: SharedRow, count: number, delay: () => number) =>
	Array.from({ length: count }, () => startProcess(row, delay));

/** Lets time pass until the work and all it has left to do in the background is done. */
async function played<T>(work: Promise<T>): Promise<T> {
	const result = work.then(async (done) => {
		await allNoted();
		return done;
	});
	await jest.advanceTimersByTimeAsync(200_000);
	return await result;
}

const silence = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

const IDS = Array.from({ length: 12 }, (_, n) => `order ${n}`);
const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);

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

describe('what was taken up and is not done with', () => {
	/** Wins it in a process that is silent from then on. */
	async function leave(row: SharedRow, id: string) {
		const won = startProcess(row, () => 1)().win([id]);
		await jest.advanceTimersByTimeAsync(1_000);
		expect([...(await won).won]).toEqual([id]);
	}
	test('is left alone while somebody works on it', async () => {
		const row = new SharedRow();
		await leave(row, 'order');
		const { won, busy } = await played(startProcess(row, () => 5)().leftOver(['order']));
		expect([[...won], busy]).toEqual([[], ['order']]);
	});

	test('is called done by none of several who look at the same moment', async () => {
		for (const seed of SEEDS) {
			const row = new SharedRow();
			await leave(row, 'order');
			const others = start(row, 3, numbersBelow(50, seed));
			const begin = numbersBelow(20, seed);
			const looks = others.map(async (claims) => {
				await pause(begin());
				const { open } = await claims().win(['order']);
				return (await claims().leftOver(open)).busy;
			});
			expect((await played(Promise.all(looks))).flat()).toEqual(['order', 'order', 'order']);
		}
	});

	test('is had by one other also when somebody was killed while he looked', async () => {
		for (let lived = 0; lived < 17_000; lived += 400) {
			const row = new SharedRow();
			await leave(row, 'order');
			await silence(61_000);
			const killedAt = Date.now() + lived;
			const list = ProcessedList.of(
				row.startProcess(() => 20, killedAt),
				'node',
				10_000,
			);
			const looks = new Claims(list, true, { warn: () => undefined } as unknown as Logger);
			looks.leftOver(['order']).catch(() => undefined);
			await silence(61_000 + lived);
			const { open } = await played(startProcess(row, () => 5)().win(['order']));
			const { won, busy } = await played(startProcess(row, () => 5)().leftOver(open));
			// Killed after he had got it: that was the second chance.
			const hadIt = lived > RENEW_EVERY_MS + 5_000;
			expect([lived, [...won], busy]).toEqual([lived, hadIt ? [] : ['order'], []]);
		}
	});

	test('is not lost when several are stalled who would have it next, one upon the other', async () => {
		for (const seed of SEEDS) {
			const row = new SharedRow();
			await leave(row, 'order');
			await silence(61_000);
			const delay = numbersBelow(600, seed);
			const begin = numbersBelow(3_000, seed);
			const tries = start(row, 4, delay).map(async (claims) => {
				await pause(begin());
				for (let open = ['order']; open.length > 0; ) {
					const { won, busy } = await claims().leftOver(open);
					if (won.size > 0) return true;
					open = busy;
					await pause(3_000);
				}
				return false;
			});
			await silence(400_000);
			expect((await played(Promise.all(tries))).filter(Boolean).length).toBeGreaterThan(0);
		}
	});

	test('is not lost when whoever would have it next is stalled', async () => {
		for (let stalled = 400; stalled < 8_000; stalled += 800) {
			const row = new SharedRow();
			await leave(row, 'order');
			await silence(61_000);
			// Two looks, each of which writes and takes back, and then the claim.
			const delays = [20, 20, 20, 20, stalled];
			const slow = startProcess(row, () => delays.shift() ?? 20)();
			const first = await played(slow.leftOver(['order']));
			await silence(61_000);
			const next = await played(startProcess(row, () => 20)().leftOver(first.busy));
			expect([stalled, [...first.won, ...next.won]]).toEqual([stalled, ['order']]);
		}
	});

	test('is had by one other when its process has been silent for a minute, and by no third', async () => {
		const row = new SharedRow();
		await leave(row, 'order');
		await silence(61_000);
		const others = start(row, 2, () => 5);
		const took = await played(Promise.all(others.map((claims) => claims().leftOver(['order']))));
		expect(took.flatMap(({ won }) => [...won])).toEqual(['order']);
		await silence(61_000);
		const { won, busy } = await played(startProcess(row, () => 5)().leftOver(['order']));
		expect([[...won], busy]).toEqual([[], []]);
	});
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
