import { inParallel } from '../../../nodes/TextMe/run/inParallel';

test('keeps the order, and no more under way than allowed', async () => {
	let underWay = 0;
	let most = 0;
	const results = await inParallel([5, 1, 4, 2, 3], 2, async (turns) => {
		most = Math.max(most, ++underWay);
		for (let turn = 0; turn < turns; turn++) await Promise.resolve();
		underWay--;
		return turns * 10;
	});
	expect(results).toEqual([50, 10, 40, 20, 30]);
	expect(most).toBe(2);
});

test('does nothing for no work', async () => {
	await expect(inParallel([], 4, () => Promise.resolve(1))).resolves.toEqual([]);
});
