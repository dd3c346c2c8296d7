import type { INodeParameters } from 'n8n-workflow';
import { form } from '../harness/fakeExchange.mts';
import { ALL_EVENTS, BLOCK, INCOMING, neverEnding, nowFields, REPORT } from '../harness/pushes.mts';
import { remembered } from '../harness/rememberedKeys.mts';
import { eventsOf, TriggerHost, type HostOptions } from '../harness/triggerHost.mts';

let workflows = 0;
/** A new workflow per test, because memory is by workflow. */
let workflowId: string;
beforeEach(() => (workflowId = `repeats-${++workflows}`));

const host = (parameters: INodeParameters = {}, options: Partial<HostOptions> = {}) =>
	TriggerHost.start({ type: 'textMeTrigger', parameters, workflowId, ...options });

async function push(trigger: TriggerHost, fields: Record<string, string>) {
	const { run, status } = await trigger.deliver({ body: form(fields) });
	return { events: eventsOf(await run).length, status, runStatus: (await run)?.status };
}

const report = { ...REPORT, date: nowFields() };

test.each([
	['of a report', report],
	['of a message', { ...INCOMING, date: nowFields() }],
	['of an opt-out', { ...BLOCK, date: nowFields() }],
	['of something unknown', { foo: '1' }],
])('answers a repeat like the first push, and runs nothing: %s', async (_, fields) => {
	const trigger = await host({ events: ALL_EVENTS });
	expect(await push(trigger, fields)).toMatchObject({ events: 1, status: 200 });
	expect(await push(trigger, fields)).toMatchObject({ events: 0, status: 200 });
});

test('comes through when repeats are wanted', async () => {
	const all = await host({ more: { dropRepeats: false } });
	expect(await push(all, report)).toMatchObject({ events: 1 });
	expect(await push(all, report)).toMatchObject({ events: 1 });
});

test('two processes at the first push of all: the collision in the database stops nobody', async () => {
	remembered.delay = 5;
	const isBeside = true;
	const [here, there] = [
		await host({}, { isBeside }),
		await host({}, { isBeside, isolated: true }),
	];
	const runs = await Promise.all([
		push(here, report),
		push(there, { ...report, external_id: 'order-2' }),
	]);
	expect(runs).toMatchObject([{ events: 1 }, { events: 1 }]);
});

const worker = (options: Partial<HostOptions> = {}) => host({}, { ...options, isolated: true });
const arrived = async () => await (await host()).receive({ body: form(report) });

test('takes its event again when n8n’s queue runs the execution of a killed worker again, and only then', async () => {
	const { begun, after } = neverEnding();
	const killed = await worker({ after });
	const items = await arrived();
	const life = { isKilled: false };
	remembered.process.run(life, () => void killed.execute(items, 'webhook', 'stalled'));
	await begun;
	life.isKilled = true;
	const other = await worker();
	expect(eventsOf(await other.execute(items, 'webhook', 'stalled'))).toHaveLength(1);
	expect(eventsOf(await other.execute(await arrived(), 'webhook'))).toHaveLength(0);
});

const failing = (times: number) => () => {
	if (times-- > 0) throw new Error('Something in the workflow');
};

test('a workflow that fails does not run again for a repeat', async () => {
	const trigger = await host({}, { after: failing(1) });
	expect(await push(trigger, report)).toMatchObject({ runStatus: 'error', status: 200 });
	expect(await push(trigger, report)).toMatchObject({ events: 0, runStatus: 'success' });
});
