import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { israelClock, israelInstant } from '../../gateway/values/dates';
import { sendToEach, useDeliveryWaits, waitFor } from './harness/deliveryWaits.mts';
import { sendingHours } from './harness/sendsWithHours.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { WaitingRun } from './harness/waitingRun.mts';
import { MINUTE, outcomes } from './harness/watchedRuns.mts';

const fixture = useSandbox();
const { sent, due, end, pass, askedCounts } = useDeliveryWaits(fixture);

test('goes on when every number has a final state', async () => {
	const { watcher, result } = await sent(['0501111111, 0509999103', '0509999801']);
	expect(result.run.status).toBe('waiting');
	expect(watcher.started).toHaveLength(1);
	expect(askedCounts()).toHaveLength(0);
	// The output when a person stops the wait and retries the execution.
	const stopped = new WaitingRun(result.run).stackItems.map(({ json }) => json);
	expect(stopped).toMatchObject([{ accepted: true, outcome: 'unknown' }, { phone: '0509999801' }]);

	expect(Math.round((await due(watcher)) / 1000)).toBe(10);
	expect(watcher.waitTill).toBeUndefined();
	expect(watcher.output).toMatchObject([
		{
			pairedItem: { item: 0 },
			json: {
				accepted: true,
				outcome: 'partlyDelivered',
				segments: 1,
				recipients: [
					{ phone: '0501111111', delivered: true, state: 'delivered', status: 102, final: true },
					{ phone: '0509999103', delivered: false, state: 'expired', status: 103, final: true },
				],
			},
		},
		{ pairedItem: { item: 1 }, json: { outcome: 'delivered' } },
	]);
	expect(fixture.sandbox.counters().repeated).toStrictEqual([]);
});

test('waits for the second number of an item, too', async () => {
	const { watcher } = await sent(['0501111111, 0509999802']);
	await due(watcher);
	expect(watcher.waitTill).toBeDefined();
});

test('asks only for what is still open, and comes to an end', async () => {
	const { watcher } = await sent(['0501111111', '0509999802']);
	await due(watcher);
	const pauses = [await due(watcher), await due(watcher)];
	expect(askedCounts()).toEqual([2, 1, 1]);
	expect(pauses.map((pause) => Math.round(pause / 1000))).toEqual([60, 60]);
	const before = watcher.size;
	const count = askedCounts().length + (await end(watcher));
	expect(askedCounts()).toHaveLength(count);
	expect(outcomes(watcher)).toEqual(['delivered', 'timedOut']);
	expect(count).toBeLessThan(40);
	// n8n's stored data grows little per look.
	expect((watcher.size - before) / count).toBeLessThan(1_500);
});

test('waits for a scheduled send from its time on', async () => {
	const DAY = 24 * 60 * MINUTE;
	const timing = new Date(Date.now() + DAY).toISOString();
	const { watcher } = await sent(['0501111111'], sendToEach({}, { ...waitFor(5), timing }));
	expect(await due(watcher)).toBeGreaterThan(DAY - MINUTE);
	await end(watcher);
	expect(outcomes(watcher)).toEqual(['delivered']);
	expect(askedCounts().length).toBeLessThan(4);
});

test('waits for a send outside of the hours from their opening on', async () => {
	const today = new Date(israelClock(Date.now())).toISOString().slice(0, 10);
	const untilOpening = israelInstant(Date.parse(today) + 24 * 60 * MINUTE) - Date.now();
	const hours = { from: '00:00', to: '24:00', eveTo: '', withoutHolidays: false };
	const options = {
		...waitFor(5),
		...sendingHours({ ...hours, days: [0, 1, 2, 3, 4, 5, 6], closed: today }),
	};
	const { watcher } = await sent(['0501111111'], sendToEach({}, options));
	expect(await due(watcher)).toBeGreaterThanOrEqual(untilOpening);
	await end(watcher);
	expect(outcomes(watcher)).toEqual(['delivered']);
});

test.each([-50, 50])(
	'finds a report though the clock of the service is %i minutes apart',
	async (minutes) => {
		await fixture.sandbox.setClock(Date.now() + minutes * MINUTE);
		const { watcher } = await sent(['0501111111']);
		await end(watcher);
		expect(outcomes(watcher)).toEqual(['delivered']);
	},
);

test('finds the reports of what was sent hours before somebody retried the execution', async () => {
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 429, root: 'sms', skip: 1 });
	const { result } = await sent(['0501111111', '0502222222']);
	expect(result.error?.message).toContain('HTTP 429');
	await pass(3 * 60 * MINUTE);
	const { watcher } = await sent(['0501111111', '0502222222'], sendToEach(), {
		retryOf: result.run,
	});
	await end(watcher);
	expect(outcomes(watcher)).toEqual(['delivered', 'delivered']);
	expect(fixture.sandbox.messages()).toHaveLength(2);
});

test('asks about a thousand numbers at a time', async () => {
	const phones = Array.from({ length: 1_001 }, (_, i) => `05${String(1_000_000 + i)}0`).join(',');
	const { watcher } = await sent([phones]);
	await due(watcher);
	expect(askedCounts()).toEqual([1_000, 1]);
	expect(outcomes(watcher)).toEqual(['delivered']);
});

test('every sub-account is asked about in its own name', async () => {
	const { watcher } = await sent(
		[fixture.sandbox.reseller.username, fixture.sandbox.subAccount.username],
		sendToEach(
			{ phones: '0501111111', message: '=To {{ $json.phone }}' },
			{ ...waitFor(5), onBehalfOf: '={{ $json.phone }}' },
		),
		{ account: fixture.sandbox.reseller },
	);
	await due(watcher);
	expect(outcomes(watcher)).toEqual(['delivered', 'delivered']);
	expect(askedCounts()).toEqual([1, 1]);
});

const TO_LIST = { sendTo: '={{ "contactLists" }}', contactLists: ['1'] };

test.each([
	[TO_LIST, waitFor(5), /'Wait for Delivery' needs phone/],
	[{}, { ...waitFor(5), simplify: false }, /'Wait for Delivery' needs 'Simplify' to be on/],
	[{}, waitFor(0), /'Wait for Delivery' is not a time of up to 7 days/],
	[{}, waitFor(8, 'days'), /'Wait for Delivery' is not a time of up to 7 days/],
] as Array<[INodeParameters, IDataObject, RegExp]>)(
	'does not send what cannot be waited for: %j %j',
	async (values, options, message) => {
		const { result } = await sent(['0501111111'], sendToEach(values, options as INodeParameters));
		expect(result.error?.message).toMatch(message);
		expect(fixture.sandbox.requests({ root: 'sms' })).toStrictEqual([]);
	},
);
