import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DAY, eventNames, HOUR, MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { NO_CHOICES } from '../harness/noChoices.mts';
import { eventsOf } from '../harness/triggerHost.mts';
import { ENCODINGS, useSandbox } from '../harness/useSandbox.mts';
import { withReply } from '../harness/servers.mts';

const fixture = useSandbox();
const { start, active, pass, sendTo, oneOfEach, oneOfEachArrives } = usePollingTriggers(fixture);

describe.each(ENCODINGS)('in %s', (encoding) => {
	test('every feed comes out once, in the shape of its push', async () => {
		const trigger = await start({}, { credentials: fixture.credentials({ encoding }) });
		expect(await trigger.poll()).toBeNull();
		await oneOfEachArrives();
		expect(eventsOf(await trigger.poll())).toMatchObject([
			{ event: 'deliveryReport', externalId: 'report-1', state: 'delivered', final: true },
			{ event: 'incomingMessage', phone: '0502000001', message: 'reply 1' },
			{ event: 'blocklistAddition', masked: true },
		]);
		for (let i = 0; i < 3; i++) {
			await pass(MINUTE);
			expect(await trigger.poll()).toBeNull();
		}
	});
});

test('starts now at the first activation, or at its date', async () => {
	await oneOfEach();
	await pass(2 * HOUR);
	const fromNow = await start();
	expect(await fromNow.poll()).toBeNull();
	await pass(MINUTE);
	expect(await fromNow.poll()).toBeNull();
	const fromThen = await start(
		{ startFrom: new Date(Date.now() - 3 * HOUR).toISOString() },
		{ workflowId: 'another workflow' },
	);
	expect(eventNames(await fromThen.poll())).toHaveLength(3);
});

test.each(NO_CHOICES)('refuses %j, when it is published and when it polls', async (given, said) => {
	const trigger = await start(given as INodeParameters);
	await expect(trigger.poll()).rejects.toThrow(said);
	expect(fixture.sandbox.requests()).toEqual([]);
});

test('refuses a start that is no date with the name of the field', async () => {
	await expect((await start({ startFrom: 'soon' })).poll()).rejects.toThrow(
		/'Start From' is not a date/,
	);
});

test.each([
	['a sub-account', (name: string) => ` ${name} `, 'subAccount'],
	['nobody', () => '  ', 'reseller'],
] as const)('polls in the name of %s, whatever the spaces around it', async (_, written, who) => {
	const { reseller, subAccount } = fixture.sandbox;
	const trigger = await start(
		{ more: { onBehalfOf: written(subAccount.username) } },
		{ credentials: fixture.credentials({ account: reseller }) },
	);
	expect(await trigger.poll()).toBeNull();
	const asked = fixture.sandbox.requests().map(({ username }) => username);
	expect(new Set(asked)).toStrictEqual(new Set([fixture.sandbox[who].username]));
});

test('holds to the filters while it polls', async () => {
	const trigger = await active({
		events: ['deliveryReport', 'incomingMessage'],
		filters: { keywords: 'other', deliveryStates: ['failed'] },
	});
	await oneOfEachArrives();
	expect(await trigger.poll()).toBeNull();
	const roots = fixture.sandbox.requests().map(({ root }) => root);
	expect(roots).not.toContain('blacklist');
});

test('takes a status that changes for another event', async () => {
	const trigger = await active({ events: ['deliveryReport'] });
	await sendTo('0509999801', 'changing');
	await fixture.sandbox.advanceClock(2_000);
	expect(eventsOf(await trigger.poll())).toMatchObject([{ status: -1, final: false }]);
	await pass(MINUTE);
	expect(eventsOf(await trigger.poll())).toMatchObject([{ status: 102, final: true }]);
});

test('catches up on an outage of five weeks in bounded steps, nothing lost, nothing twice', async () => {
	const trigger = await active();
	for (let n = 1; n <= 5; n++) {
		await oneOfEach(n);
		await pass(7 * DAY);
	}
	const seen: IDataObject[] = [];
	for (let polls = 0; polls < 12; polls++) {
		const before = fixture.sandbox.requests().length;
		seen.push(...eventsOf(await trigger.poll()));
		expect(fixture.sandbox.requests().length - before).toBeLessThanOrEqual(27);
		await pass(MINUTE);
	}
	expect(seen).toHaveLength(15);
	expect(new Set(seen.map(({ eventId }) => eventId)).size).toBe(15);
});

test('brings each event once, the earliest first, though n8n begins a second poll meanwhile', async () => {
	const trigger = await active();
	for (const n of [1, 2]) await oneOfEachArrives(n);
	const runs = await Promise.all([trigger.poll(), trigger.poll()]);
	const dates = runs.flatMap(eventsOf).map(({ date }) => date as string);
	expect(dates).toHaveLength(6);
	expect(dates).toEqual([...dates].sort());
});

test('polls for a copy of a workflow at the same time', async () => {
	const both = [await start(), await start({}, { workflowId: 'a copy' })];
	for (const trigger of both) await trigger.poll();
	await oneOfEachArrives();
	const runs = await Promise.all(both.map((trigger) => trigger.poll()));
	expect(runs.map((run) => eventsOf(run).length)).toEqual([3, 3]);
});

test('begins no further window of a poll after most of the five minutes that n8n allows', async () => {
	const trigger = await active({ events: ['incomingMessage'] });
	await pass(5 * DAY);
	const now = Date.now();
	const before = fixture.sandbox.requests().length;
	const asked = () => fixture.sandbox.requests().length - before;
	jest.spyOn(Date, 'now').mockImplementation(() => now + asked() * 2 * MINUTE);
	await trigger.poll();
	expect(asked()).toBe(2);
});

test('moves no bookmark by a test', async () => {
	const trigger = await active({ events: ['incomingMessage', 'deliveryReport'] });
	await oneOfEachArrives();
	const before = structuredClone(trigger.staticData);
	fixture.sandbox.addFault({ kind: 'httpStatus', status: 400, root: 'dlrByDate' });
	await expect(trigger.poll()).rejects.toThrow();
	expect(trigger.staticData).toEqual(before);
	expect(eventNames(await trigger.poll()).sort()).toStrictEqual([
		'deliveryReport',
		'incomingMessage',
	]);
});

test('tells what the gateway said', async () => {
	const credentials = { ...fixture.credentials(), apiToken: 'wrong' };
	const trigger = await start({}, { credentials });
	await expect(trigger.poll()).rejects.toThrow(/status 3/);
});

describe('the editor', () => {
	test('fetches the latest of each chosen event, and notes nothing down', async () => {
		for (let n = 1; n <= 4; n++) await oneOfEachArrives(n);
		const trigger = await start();
		for (let n = 0; n < 2; n++) {
			const run = await trigger.runManually();
			expect(eventsOf(run)).toMatchObject([
				{ event: 'deliveryReport', externalId: 'report-4' },
				{ event: 'incomingMessage', message: 'reply 4' },
				{ event: 'blocklistAddition' },
			]);
			expect(JSON.stringify(eventsOf(run))).not.toContain('"sample"');
		}
		expect(trigger.staticData).toEqual({});
	});

	test('fetches the latest also where the service lists it first', async () => {
		const minutes = ['10:05', '10:01', ''].map((minute) => ({
			...{ phone: '0501234567', dest: '0559000100', message: minute },
			date: `01/05/26 ${minute}:00`,
		}));
		const reply = JSON.stringify({ status: 0, message: '', data: minutes });
		await withReply(
			() => reply,
			async (baseUrl) => {
				const credentials = { ...fixture.credentials(), baseUrl };
				const trigger = await start({ events: ['incomingMessage'] }, { credentials });
				expect(eventsOf(await trigger.runManually())).toMatchObject([{ message: '10:05' }]);
				const filtered = { events: ['incomingMessage'], filters: { keywords: 'other' } };
				const other = await (await start(filtered, { credentials })).runManually();
				expect(eventsOf(other)).toEqual([]);
			},
		);
	});

	test('has a marked sample, with a number of nobody, for each event that there is none of', async () => {
		fixture.sandbox.handsetReply({ phone: '0502000001', text: 'Yes' });
		await pass(MINUTE);
		const run = await (await start()).runManually();
		const nobody = { sample: true, phone: '0570000001' };
		expect(eventsOf(run)).toMatchObject([
			{ event: 'incomingMessage', phone: '0502000001' },
			{ event: 'deliveryReport', ...nobody },
			{ event: 'blocklistAddition', ...nobody },
		]);
		const chosen = await start({ events: ['deliveryReport'] });
		expect(eventsOf(await chosen.runManually())).toMatchObject([nobody]);
	});
});
