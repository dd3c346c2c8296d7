import type { Logger } from 'n8n-workflow';

import { Claims } from '../../../nodes/memory/claims';
import { RENEW_EVERY_MS } from '../../../nodes/memory/marks';
import { ProcessedList } from '../../../nodes/memory/processedList';
import { played, SEEDS, silence, start, startProcess } from './processes.mts';
import { numbersBelow, pause, SharedRow } from './sharedRow.mts';

jest.useFakeTimers({ now: 0 });

describe('what was taken up and is not done with', () => {
	const killable = (row: SharedRow, delay: number, killedAt: number) => {
		const list = ProcessedList.of(
			row.startProcess(() => delay, killedAt),
			'node',
			10_000,
		);
		return new Claims(list, true, { warn: () => undefined } as unknown as Logger);
	};

	/** Wins it in a process that works on it for five seconds, and is silent from then on. */
	async function leave(row: SharedRow, id: string) {
		const claims = killable(row, 1, Date.now() + 5_000);
		const won = claims.win([id]);
		await silence(1_000);
		expect([...(await won).won]).toEqual([id]);
		claims.hold([id]);
		await silence(4_000);
	}

	test('is left alone while somebody works on it', async () => {
		const row = new SharedRow();
		await leave(row, 'order');
		const { won, busy } = await played(startProcess(row, () => 5)().leftOver(['order']));
		expect([[...won], busy]).toEqual([[], ['order']]);
	});

	test('is left alone also when somebody has only just begun', async () => {
		for (let begun = 0; begun < 4_000; begun += 100) {
			const row = new SharedRow();
			const claims = startProcess(row, () => 5)();
			const won = claims.win(['order']);
			await silence(1_000);
			const letGo = claims.hold([...(await won).won]);
			await silence(begun);
			const left = startProcess(row, () => 5)().leftOver(['order']);
			const { won: taken, busy } = await played(left.finally(letGo));
			expect([begun, [...taken], busy]).toEqual([begun, [], ['order']]);
		}
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
			const looks = killable(row, 20, killedAt);
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
