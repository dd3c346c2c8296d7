import type { IExecuteFunctions } from 'n8n-workflow';
import { arrivalOf, hold, isHeld, release } from '../../../nodes/events/arrival';
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

const arrival = () => arrivalOf({ event: 'unknown', eventId: '' }, {});
const context = { getWorkflow: () => ({ id: 'workflow' }) } as IExecuteFunctions;

const times = (count: number) => Array.from({ length: count }, (_, n) => n);

test('forgets the people of a conversation when its texts have gone to the workflow', async () => {
	const pace = { quietMs: 1, longestMs: 1_000 };
	const texted = async () =>
		await Promise.all(times(100).map((n) => together(`${n}`, [arrival()], pace)));
	expect(new Set(await written(texted))).toEqual(new Set([0]));
});

test('drops the oldest of more than there may be', () => {
	const two = new Bounded<string>(2);
	for (const key of 'abac') two.set(key, key);
	expect([...two.keys()]).toEqual(['a', 'c']);
});

test('holds the record of a push until its conversation is over', () => {
	const push = arrival();
	hold(context, [push]);
	expect(isHeld(context, push)).toBe(true);
	release(context, [push]);
	expect(isHeld(context, push)).toBe(false);
});
