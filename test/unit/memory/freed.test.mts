import type { IExecuteFunctions } from 'n8n-workflow';

import { hold, isHeld, pushArrival } from '../../../nodes/events/arrival';
import { takenOver } from '../../../nodes/TextMeTrigger/groups';

afterEach(() => jest.restoreAllMocks());

/** The entries of all maps that are written to while this runs. */
async function written(run: () => Promise<unknown>): Promise<number[]> {
	const set = jest.spyOn(Map.prototype, 'set');
	await run();
	const maps = new Set(set.mock.contexts as Array<Map<unknown, unknown>>);
	set.mockRestore();
	return [...maps].map(({ size }) => size);
}

const arrival = () => pushArrival({ event: 'unknown', eventId: '' }, {}, 'node');
const context = { getWorkflow: () => ({ id: 'workflow' }) } as IExecuteFunctions;

test('forgets whom to tell of an execution once n8n has taken it over', async () => {
	expect(await written(async () => await takenOver('key', [arrival()]))).toContain(0);
});

test('holds the record of a push until its conversation is over', async () => {
	const push = { ...arrival(), records: ['a record'] };
	let end = () => {};
	const held = hold(context, [push], new Promise<void>((resolve) => (end = resolve)));
	expect(isHeld(context, push)).toBe(true);
	end();
	await held;
	expect(isHeld(context, push)).toBe(false);
});
