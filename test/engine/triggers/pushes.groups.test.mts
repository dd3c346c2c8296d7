import { together } from '../../../nodes/TextMeTrigger/receivePush';
import { form } from '../harness/fakeExchange.mts';
import { nowFields, pushTrigger, REPORT } from '../harness/pushes.mts';
import { eventsOf, type Delivery, type TriggerHost } from '../harness/triggerHost.mts';

const NOW = nowFields();
const report = (n: number) => ({ body: form({ ...REPORT, date: NOW, external_id: `order-${n}` }) });
const push = (host: TriggerHost, ...numbers: number[]) =>
	Promise.all(numbers.map((n) => host.deliver(report(n))));

/** Each execution's items, in the order of the executions. */
const executions = async (deliveries: Delivery[]) => {
	const runs = await Promise.all(deliveries.flatMap(({ run }) => run ?? []));
	return runs.map((run) => eventsOf(run).map(({ externalId }) => externalId));
};

const answered = (deliveries: Delivery[]) => deliveries.map(({ status }) => status);

test('makes one execution of reports that come together, with an item for each event, and answers all', async () => {
	const host = await pushTrigger();
	const deliveries = await push(host, 1, 2, 3);
	expect(await executions(deliveries)).toEqual([['order-1', 'order-2', 'order-3']]);
	expect(answered(deliveries)).toEqual([200, 200, 200]);
	const later = await push(host, 4);
	expect(await executions(later)).toEqual([['order-4']]);
	expect(answered(later)).toEqual([200]);
});

test('all events of a push join the group', async () => {
	const host = await pushTrigger();
	const several = [1, 2].map((n) => ({ ...REPORT, date: nowFields(), external_id: `order-${n}` }));
	const body = JSON.stringify(several);
	const deliveries = await Promise.all([
		host.deliver({ body, contentType: 'application/json' }),
		host.deliver(report(3)),
	]);
	const [events = []] = await executions(deliveries);
	expect(events.sort()).toEqual(['order-1', 'order-2', 'order-3']);
	expect(answered(deliveries)).toEqual([200, 200]);
});

test('a push is answered before its group is over', async () => {
	const host = await pushTrigger();
	const [first, second] = [host.request(report(1)), host.request(report(2))];
	await first.exchange.answered;
	await second.exchange.answered;
	expect((await first.received).workflowData?.[0]).toHaveLength(2);
	expect((await second.received).workflowData).toBeUndefined();
});

test('two triggers do not share a group', async () => {
	const hosts = [await pushTrigger(), await pushTrigger()];
	const deliveries = await Promise.all(hosts.map((host) => push(host, 7, 8)));
	expect(await executions(deliveries.flat())).toEqual([
		['order-7', 'order-8'],
		['order-7', 'order-8'],
	]);
});

afterEach(() => jest.useRealTimers());

test('a group goes out at once with 500 events', async () => {
	jest.useFakeTimers();
	const pace = { quietMs: 100, longestMs: 1_000 };
	const begin = performance.now();
	const executions: Array<[events: number, atMs: number]> = [];
	for (let n = 0; n < 1_201; n++) {
		void together('campaign', [{}], pace).then(
			({ length }) => length > 0 && executions.push([length, performance.now() - begin]),
		);
		await jest.advanceTimersByTimeAsync(0);
	}
	await jest.advanceTimersByTimeAsync(pace.quietMs);
	expect(executions).toEqual([
		[500, 0],
		[500, 0],
		[201, 100],
	]);
});
