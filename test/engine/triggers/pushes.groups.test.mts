import { sleep } from 'n8n-workflow';

import type { Arrival } from '../../../nodes/events/arrival';
import type { PushResponse } from '../../../nodes/TextMeTrigger/groups';
import { closeSoon, handOver, join, takenOver } from '../../../nodes/TextMeTrigger/groups';
import { form } from '../harness/fakeExchange.mts';
import { nowFields, REPORT } from '../harness/pushSamples.mts';
import { useRacyKeys } from '../harness/racyKeys.mts';
import { pushTrigger } from '../harness/receivePush.mts';
import { eventsOf, type Delivery, type TriggerHost } from '../harness/triggerHost.mts';

useRacyKeys();

const NOW = nowFields();
const TOGETHER = { executions: 'together' };
const report = (n: number) => ({
	body: form({ ...REPORT, date: NOW, external_id: `order-${n}` }),
});
const push = (host: TriggerHost, ...numbers: number[]) =>
	Promise.all(numbers.map((n) => host.deliver(report(n))));

/** What each execution got, in the order the executions began. */
const executions = async (deliveries: Delivery[]) => {
	const runs = await Promise.all(deliveries.flatMap(({ run }) => run ?? []));
	return runs.map((run) => eventsOf(run).map(({ externalId }) => externalId));
};

async function answered(deliveries: Delivery[]) {
	while (deliveries.some(({ exchange }) => exchange.answer === undefined)) {
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	return deliveries.map(({ exchange }) => exchange.answer?.status);
}

test('gives each event an execution of its own, if told so', async () => {
	const host = await pushTrigger({ executions: 'each' }, { workflowId: 'each' });
	expect(await executions(await push(host, 1, 2, 3))).toEqual([
		['order-1'],
		['order-2'],
		['order-3'],
	]);
});

test('makes one execution of what comes together by default, with an item for each event, and answers all', async () => {
	const host = await pushTrigger({}, { workflowId: 'together' });
	const deliveries = await push(host, 1, 2, 3);
	expect(await executions(deliveries)).toEqual([['order-1', 'order-2', 'order-3']]);
	expect(await answered(deliveries)).toEqual([200, 200, 200]);
	const later = await push(host, 4);
	expect(await executions(later)).toEqual([['order-4']]);
	expect(await answered(later)).toEqual([200]);
});

test('all events of a push join the group', async () => {
	const host = await pushTrigger(TOGETHER, { workflowId: 'several' });
	const several = [1, 2].map((n) => ({ ...REPORT, date: nowFields(), external_id: `order-${n}` }));
	const body = JSON.stringify(several);
	const deliveries = await Promise.all([
		host.deliver({ body, contentType: 'application/json' }),
		host.deliver(report(3)),
	]);
	const [events = []] = await executions(deliveries);
	expect(events.sort()).toEqual(['order-1', 'order-2', 'order-3']);
	expect(await answered(deliveries)).toEqual([200, 200]);
});

test('nothing is answered before its group is handed over', async () => {
	const host = await pushTrigger(TOGETHER, { workflowId: 'handedOver' });
	const [first, ...joined] = [1, 2, 3].map((n) => host.request(report(n)));
	await Promise.all(joined.map(({ received }) => received));
	expect(joined.map(({ exchange }) => exchange.answer)).toEqual([undefined, undefined]);
	expect(first?.exchange.answer).toBeUndefined();
	expect((await first?.received)?.workflowData?.[0]).toHaveLength(3);
});

test('takes 500 events at most into a group', async () => {
	const host = await pushTrigger(TOGETHER, { workflowId: 'full' });
	const deliveries = await push(host, ...Array.from({ length: 1_201 }, (_, n) => n));
	expect((await executions(deliveries)).map(({ length }) => length)).toEqual([500, 500, 201]);
	expect(new Set(await answered(deliveries))).toEqual(new Set([200]));
});

test('makes a crowd one group, not held up by the pushes that wait with it', async () => {
	const host = await pushTrigger(TOGETHER, { workflowId: 'crowd' });
	// From here on it is known that executions begin in this process.
	await executions(await push(host, 1_000));
	const began = performance.now();
	const deliveries = await push(host, ...Array.from({ length: 300 }, (_, n) => n));
	const events = (await executions(deliveries)).map(({ length }) => length);
	expect(events.reduce((sum, count) => sum + count, 0)).toBe(300);
	// A busy machine may tear them apart.
	expect(events.length).toBeLessThan(10);
	expect(performance.now() - began).toBeLessThan(20_000);
});

test('repeats within a group and of earlier ones are left out, as are events that are not wanted', async () => {
	const host = await pushTrigger(
		{ ...TOGETHER, filters: { deliveryStates: ['delivered'] } },
		{ workflowId: 'repeats' },
	);
	const failed = () =>
		host.deliver({ body: form({ ...REPORT, date: NOW, external_id: 'order-9', status: '101' }) });
	const first = await Promise.all([push(host, 1, 1), failed(), push(host, 2)]);
	expect(await executions(first.flat())).toEqual([['order-1', 'order-2']]);
	expect(await executions(await push(host, 2, 3))).toEqual([['order-3']]);
});

test.each([200, 500])(
	'answered when the workflow finishes, all of a group get the answer of n8n: %i',
	async (status) => {
		const host = await pushTrigger(
			{ ...TOGETHER, acknowledge: 'finished' },
			{ workflowId: `finished ${status}` },
		);
		const deliveries = await push(host, 1, 2, 3);
		expect(await executions(deliveries)).toEqual([['order-1', 'order-2', 'order-3']]);
		expect(deliveries.map(({ exchange }) => exchange.answer)).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		const first = deliveries.find(({ run }) => run !== undefined);
		(first?.exchange.response as Answerable).status(status).end();
		expect(await answered(deliveries)).toEqual([status, status, status]);
	},
);

test('takes the others of a group again when the service hangs up before n8n answers', async () => {
	const host = await pushTrigger(
		{ ...TOGETHER, acknowledge: 'finished' },
		{ workflowId: 'hangsUp' },
	);
	const deliveries = await push(host, 1, 2);
	const [first, second] = deliveries[0]?.run ? deliveries : [...deliveries].reverse();
	first?.exchange.hangUp();
	expect(await answered(second ? [second] : [])).toEqual([503]);
});

test('two triggers do not share a group', async () => {
	const hosts = await Promise.all(
		['one', 'two'].map((workflowId) => pushTrigger(TOGETHER, { workflowId })),
	);
	const deliveries = await Promise.all(hosts.map((host) => push(host, 7, 8)));
	expect(await executions(deliveries.flat())).toEqual([
		['order-7', 'order-8'],
		['order-7', 'order-8'],
	]);
});

describe('a group follows the pace of the pushes', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	interface Pace {
		/** How many requests the service makes at a time. */
		connections: number;
		/** n8n lets one push through in this time. */
		throughMs: number;
		takesOverMs: number;
		pushes: number;
	}

	/** Delivers pushes to the groups of a node, with an n8n of this pace. Times are from a push's arrival at the node. */
	async function campaign({ connections, throughMs, takesOverMs, pushes }: Pace) {
		const key = expect.getState().currentTestName ?? '';
		const [executions, waited]: [number[], number[]] = [[], []];
		const start = Date.now();
		let [left, gate] = [pushes, Promise.resolve()];
		const connection = async () => {
			while (left-- > 0) {
				await (gate = gate.then(() => sleep(throughMs)));
				const at = Date.now();
				await new Promise<void>((end) => void deliver(key, () => end()));
				waited.push(Date.now() - at);
			}
		};
		const deliver = async (of: string, end: () => void) => {
			const status = () => ({ end }) as PushResponse;
			const { group, isFirst } = join(of, [{} as Arrival], { status } as unknown as PushResponse);
			if (!isFirst) return;
			await closeSoon(of, group);
			executions.push(group.arrivals.length);
			handOver(
				of,
				group,
				sleep(takesOverMs).then(() => 200),
			);
		};
		let isOver = false;
		const ends = Promise.all(Array.from({ length: connections }, connection));
		void ends.then(() => (isOver = true));
		while (!isOver) await jest.advanceTimersByTimeAsync(1);
		const total = executions.reduce((sum, events) => sum + events, 0);
		expect([total, waited.length]).toEqual([pushes, pushes]);
		return { executions: executions.length, ms: Date.now() - start, longest: Math.max(...waited) };
	}

	test.each([
		['n8n is busy', { connections: 50, throughMs: 60, takesOverMs: 800, pushes: 300 }, 25],
		['n8n is far behind', { connections: 50, throughMs: 250, takesOverMs: 800, pushes: 300 }, 80],
		['n8n is quick', { connections: 50, throughMs: 2, takesOverMs: 10, pushes: 300 }, 20],
		[
			'few requests come at a time',
			{ connections: 5, throughMs: 40, takesOverMs: 60, pushes: 300 },
			65,
		],
	])('and takes few executions, none late, when %s', async (_, pace, most) => {
		const { executions, longest } = await campaign(pace);
		expect(executions).toBeLessThanOrEqual(most);
		expect(longest).toBeLessThan(2_000);
	});

	test.each([
		[200, 'n8n has time to spare', 0.5, 1],
		[200, 'no other push waits', 1, 0],
		[800, 'n8n has no rest and others wait', 1, 1],
	])(
		'and is answered after %i ms if %s and the execution has not begun',
		async (ms, _, utilization, others) => {
			const key = expect.getState().currentTestName ?? '';
			const use = { idle: 0, active: 0, utilization };
			jest.spyOn(performance, 'eventLoopUtilization').mockReturnValue(use);
			if (others > 0) join(key, [{} as Arrival], {} as PushResponse);
			let answer: number | undefined;
			void takenOver(key, [{} as Arrival]).then((status) => (answer = status));
			await jest.advanceTimersByTimeAsync(ms - 1);
			expect(answer).toBeUndefined();
			await jest.advanceTimersByTimeAsync(1);
			expect(answer).toBe(200);
		},
	);

	test.each([
		['five requests at a time', 5, 2_500],
		['one request at a time', 1, 8_000],
	])('and waits for nothing that cannot come, with %s', async (_, connections, most) => {
		const { ms } = await campaign({ connections, throughMs: 3, takesOverMs: 10, pushes: 300 });
		expect(ms).toBeLessThan(most);
	});
});

interface Answerable {
	status: (code: number) => Answerable;
	end: () => void;
}
