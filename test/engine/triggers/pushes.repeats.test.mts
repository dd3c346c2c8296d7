import { form } from '../harness/fakeExchange.mts';
import { BLOCK, INCOMING, nowFields, pushTrigger, REPORT } from '../harness/pushes.mts';
import { eventsOf, type TriggerHost } from '../harness/triggerHost.mts';

async function push(trigger: TriggerHost, fields: Record<string, string>) {
	const { run, status } = await trigger.deliver({ body: form(fields) });
	return { events: eventsOf(await run).length, status };
}

const report = { ...REPORT, date: nowFields() };

test.each([
	['of a report', report],
	['of a message', { ...INCOMING, date: nowFields() }],
	['of an opt-out', { ...BLOCK, date: nowFields() }],
	['of something unknown', { foo: '1' }],
])('answers a repeat like the first push, and runs nothing: %s', async (_, fields) => {
	const trigger = await pushTrigger();
	expect(await push(trigger, fields)).toMatchObject({ events: 1, status: 200 });
	expect(await push(trigger, fields)).toMatchObject({ events: 0, status: 200 });
});

test('comes through when repeats are wanted', async () => {
	const all = await pushTrigger({ more: { dropRepeats: false } });
	expect(await push(all, report)).toMatchObject({ events: 1 });
	expect(await push(all, report)).toMatchObject({ events: 1 });
});

test('the last 10,000 events start nothing again', async () => {
	const trigger = await pushTrigger({ events: ['incomingMessage'] });
	/** Pushes ten texts of a person. Returns how many come out. */
	const push = async (tens: number) => {
		const texts = Array.from({ length: 10 }, (_, n) => ({ ...INCOMING, message: `${tens}${n}` }));
		const request = { body: JSON.stringify(texts), contentType: 'application/json' };
		return (await trigger.receive(request))[0]?.length ?? 0;
	};
	for (let tens = 0; tens < 1_000; tens++) expect(await push(tens)).toBe(10);
	expect([await push(0), await push(999)]).toEqual([0, 0]);
	expect(await push(1_000)).toBe(10);
	expect([await push(1), await push(3)]).toEqual([10, 0]);
});

test('reports of two people with one external ID are two events, and a person has each once', async () => {
	const trigger = await pushTrigger();
	for (const times of [1, 0]) {
		for (const phone of ['972501234567', '972521234567']) {
			expect(await push(trigger, { ...report, phone })).toMatchObject({ events: times });
		}
	}
});

test('an execution keeps its event, in another process and when a person retries it', async () => {
	const workflowId = 'of two processes';
	const trigger = await pushTrigger({}, { workflowId });
	const items = await trigger.receive({ body: form(report) });
	const elsewhere = await pushTrigger({}, { workflowId, isolated: true });
	for (const mode of ['webhook', 'retry'] as const) {
		expect(eventsOf(await elsewhere.execute(items, mode))).toMatchObject([
			{ externalId: REPORT.external_id },
		]);
	}
	expect(await push(trigger, report)).toMatchObject({ events: 0 });
});

test('50 texts at once start 50 executions', async () => {
	const trigger = await pushTrigger({ events: ['incomingMessage'] });
	const texts = Array.from({ length: 50 }, (_, n) => ({ ...INCOMING, message: `text ${n}` }));
	const runs = await Promise.all(texts.map((fields) => push(trigger, fields)));
	expect(runs.map(({ events }) => events)).toEqual(texts.map(() => 1));
});
