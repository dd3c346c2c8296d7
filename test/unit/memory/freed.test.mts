import { Bounded } from '../../../nodes/memory/slots';
import { together } from '../../../nodes/TextMeTrigger/receivePush';

afterEach(() => jest.restoreAllMocks());

/** The sizes of all maps written to during `run`. */
async function written(run: () => Promise<unknown>): Promise<number[]> {
	const set = jest.spyOn(Map.prototype, 'set');
	await run();
	const maps = new Set(set.mock.contexts as Array<Map<unknown, unknown>>);
	set.mockRestore();
	return [...maps].map(({ size }) => size);
}

const times = (count: number) => Array.from({ length: count }, (_, n) => n);

test('forgets the people of a conversation when its texts have gone to the workflow', async () => {
	const pace = { quietMs: 1, longestMs: 1_000 };
	const texted = async () =>
		await Promise.all(times(100).map((n) => together(`${n}`, [{ event: 'unknown' }], pace)));
	expect(new Set(await written(texted))).toEqual(new Set([0]));
});

test('drops the oldest of more than there may be', () => {
	const two = new Bounded<string>(2);
	for (const key of 'abac') two.set(key, key);
	expect([...two.keys()]).toEqual(['a', 'c']);
});
