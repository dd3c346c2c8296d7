import { neverEnding } from '../harness/neverEnding.mts';
import { DAY, eventNames, MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { useRacyKeys } from '../harness/racyKeys.mts';
import { useSandbox } from '../harness/useSandbox.mts';

const keys = useRacyKeys();
const { start, restart, pass, oneOfEach } = usePollingTriggers(useSandbox());

describe('n8n ends', () => {
	test('brings the events with the next poll when n8n ends between poll and execution', async () => {
		const trigger = await start();
		await trigger.poll();
		await oneOfEach();
		await pass(MINUTE);
		expect((await trigger.find())?.[0]).toHaveLength(3);
		const restarted = await restart(trigger.staticData);
		await pass(10 * MINUTE);
		expect(eventNames(await restarted.poll())).toHaveLength(3);
		await pass(MINUTE);
		expect(await restarted.poll()).toBeNull();
	});

	test('brings no event again when n8n ends after it, although what n8n stored is older', async () => {
		const trigger = await start();
		await trigger.poll();
		const stored = structuredClone(trigger.staticData);
		await oneOfEach();
		await pass(MINUTE);
		expect(eventNames(await trigger.poll())).toHaveLength(3);
		const restarted = await restart(stored);
		await pass(30 * DAY);
		for (let i = 0; i < 8; i++) {
			expect(eventNames(await restarted.poll())).toHaveLength(0);
			await pass(MINUTE);
		}
	});
});

test('loses nothing when the database fails in the middle of an execution', async () => {
	const parameters = { events: ['incomingMessage'] };
	const { begun, after } = neverEnding();
	const cut = await start(parameters, { after });
	await cut.poll();
	await oneOfEach(1);
	await pass(MINUTE);
	void cut.poll();
	await begun;

	const restarted = await restart(cut.staticData, parameters);
	await oneOfEach(2);
	await pass(MINUTE);
	const failing = jest.spyOn(keys, 'checkProcessedAndRecord');
	failing.mockRejectedValue(new Error('The database is locked'));
	expect(eventNames(await restarted.poll())).toStrictEqual(['incomingMessage', 'incomingMessage']);
	failing.mockRestore();
	await pass(2 * MINUTE);
	expect(eventNames(await restarted.poll())).toStrictEqual([]);
});

test('loses nothing when the database fails to say what was done before', async () => {
	const parameters = { events: ['incomingMessage'] };
	const trigger = await start(parameters);
	await trigger.poll();
	const stored = structuredClone(trigger.staticData);
	await oneOfEach(1);
	await pass(MINUTE);
	expect(eventNames(await trigger.poll())).toHaveLength(1);

	const restarted = await restart(stored, parameters);
	await oneOfEach(2);
	await pass(MINUTE);
	const failing = jest.spyOn(keys, 'checkProcessedAndRecord');
	failing.mockRejectedValue(new Error('The database is locked'));
	expect((await restarted.poll())?.status).toBe('error');
	failing.mockRestore();
	await pass(MINUTE);
	expect(eventNames(await restarted.poll())).toStrictEqual(['incomingMessage']);
});
