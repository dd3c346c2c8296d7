import './harness/noWaits.mts';

import { sendToEach, useDeliveryWaits, waitFor } from './harness/deliveryWaits.mts';
import { useSoonTimeouts, withSoonTimeouts } from './harness/soonTimeouts.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { outcomes } from './harness/watchedRuns.mts';

const fixture = useSandbox();
useSoonTimeouts();
const { sent, due, end } = useDeliveryWaits(fixture);

test.each([
	['too many requests', { kind: 'httpStatus', status: 429 }],
	['a connection that breaks', { kind: 'reset' }],
	['a maintenance page', { kind: 'html' }],
] as const)('goes on waiting after %s', async (_, fault) => {
	const { watcher } = await sent(['0501111111']);
	fixture.sandbox.addFault({ ...fault, root: 'dlr', times: 3 });
	await due(watcher);
	expect(watcher.waitTill).toBeDefined();
	await due(watcher);
	expect(outcomes(watcher)).toEqual(['delivered']);
	expect(watcher.output[0]?.json.warning).toBeUndefined();
});

test('keeps what is known when the time is up while the gateway is down', async () => {
	const { watcher } = await sent(['0501111111', '0509999802'], sendToEach({}, waitFor(1)));
	await due(watcher);
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 503, root: 'dlr', times: 0 });
	await end(watcher);
	expect(outcomes(watcher)).toEqual(['delivered', 'timedOut']);
	expect(watcher.output[1]?.json.warning).toMatch(/could not be looked up: .*HTTP 503/);
});

test('ends the wait at a refusal and keeps the results', async () => {
	const { watcher } = await sent(['0501111111']);
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 403, root: 'dlr' });
	await due(watcher);
	expect(watcher.waitTill).toBeUndefined();
	expect(watcher.error).toBeUndefined();
	expect(watcher.output).toMatchObject([
		{
			json: {
				accepted: true,
				outcome: 'unknown',
				warning: expect.stringMatching(/HTTP 403/) as string,
			},
		},
	]);
});

describe('a send whose answer is lost', () => {
	const lost = () => fixture.sandbox.addFault({ kind: 'reset', root: 'sms', phase: 'after' });
	const goesOn = { onError: 'continueRegularOutput' } as const;

	test.each([
		['stop', {}],
		['go on', goesOn],
	] as const)('counts as accepted by its report, when set to %s', async (_, options) => {
		lost();
		const { watcher, result } = await sent(['0501111111', '0501111112'], sendToEach(), options);
		expect(result.error).toBeUndefined();
		await due(watcher);
		expect(watcher.output).toMatchObject([
			{ json: { accepted: true, phone: '0501111111', outcome: 'delivered', delivered: true } },
			{ json: { accepted: true, outcome: 'delivered' } },
		]);
		expect(watcher.output[0]?.json.error).toBeUndefined();
		expect(fixture.sandbox.counters().repeated).toStrictEqual([]);
	});

	const neverArrived = () => fixture.sandbox.addFault({ kind: 'hang', root: 'sms' });

	test('stops the workflow when nothing is found out', async () => {
		neverArrived();
		const { watcher } = await withSoonTimeouts(() =>
			sent(['0501111111'], sendToEach({}, waitFor(1))),
		);
		await end(watcher);
		expect(watcher.error?.description).toMatch(
			/not known whether the request was carried out.* Report, Get by External ID: n8n-/,
		);
	});

	test('comes out as it is when the workflow goes on', async () => {
		neverArrived();
		const { watcher } = await withSoonTimeouts(() =>
			sent(['0501111111', '0501111112'], sendToEach({}, waitFor(1)), goesOn),
		);
		await end(watcher);
		expect(watcher.output.map(({ json }) => Object.keys(json))).toStrictEqual([
			expect.arrayContaining(['outcome', 'accepted', 'error', 'details']) as string[],
			expect.not.arrayContaining(['error']) as string[],
		]);
	});
});

test('waits for nobody where nothing went out', async () => {
	const { watcher } = await sent(['12'], sendToEach(), { onError: 'continueRegularOutput' });
	expect(watcher.started).toEqual([]);
});

test('starts no second watch under Retry On Fail for an item that fails', async () => {
	const { watcher } = await sent(['12', '0501111111'], sendToEach(), {
		onError: 'continueErrorOutput',
		retryOnFail: true,
		maxTries: 3,
	});
	expect(watcher.started).toHaveLength(1);
	await due(watcher);
	expect(watcher.output.map(({ json }) => json.outcome)).toStrictEqual([undefined, 'delivered']);
	expect(Object.keys(watcher.output[0]?.json ?? {})).toEqual(['error']);
});
