import type { IExecuteFunctions } from 'n8n-workflow';

import { hold, isHeld, pushArrival } from '../../../nodes/events/arrival';
import { takenOver } from '../../../nodes/TextMeTrigger/groups';
import { ask } from '../../../nodes/TextMeWatcher/ask';

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

/** Goes on with the answers of an execution, which ends here unless somebody can still answer. */
const goOn = async (executionId: number, until: number) => {
	const items = [{ outcome: 'unknown' }];
	await ask({
		getContext: () => ({ asked: { people: { 0: { until } }, items, fields: [] } }),
		getInputData: () => items.map((json) => ({ json })),
		getExecutionId: () => String(executionId),
		putExecutionToWait: () => Promise.resolve(),
	} as unknown as IExecuteFunctions);
};
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

test('forgets whom to tell of an execution once n8n has taken it over', async () => {
	expect(await written(async () => await takenOver('key', [arrival()]))).toContain(0);
});

test('forgets the answers of executions that have ended, and all but the latest 1,000 of others', async () => {
	const ended = async () => await Promise.all(times(20).map((n) => goOn(n, 0)));
	expect(Math.max(...(await written(ended)))).toBe(0);
	const open = async () => await Promise.all(times(1_100).map((n) => goOn(n, Infinity)));
	expect(Math.max(...(await written(open)))).toBe(1_000);
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
