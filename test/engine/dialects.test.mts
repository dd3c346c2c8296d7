import type { IDataObject } from 'n8n-workflow';
import { DIALECTS, type DialectName } from '../../sandbox/dialects.mts';
import type { Push } from '../../sandbox/feeds.mts';
import { parametersFor } from './harness/calls.mts';
import { oneContactList } from './harness/oneContactList.mts';
import { MINUTE, usePollingTriggers } from './harness/pollingTriggers.mts';
import { pushTrigger } from './harness/pushes.mts';
import { DANA, useReplyQuestions, outcomes } from './harness/replyQuestions.mts';
import { eventsOf } from './harness/triggerHost.mts';
import { ENCODINGS, useSandbox } from './harness/useSandbox.mts';

const NAMES = Object.keys(DIALECTS) as DialectName[];

const toRequest = ({ method, contentType, body }: Push) =>
	method === 'GET'
		? { method, query: Object.fromEntries(new URLSearchParams(body)) }
		: { method, contentType, body };

describe.each(NAMES)('%s', (dialect) => {
	const fixture = useSandbox({ dialect });
	const { start, pass, oneOfEachArrives } = usePollingTriggers(fixture);

	test.each(ENCODINGS)('gives out what is listed, in %s', async (encoding) => {
		const list = await oneContactList(fixture.sandbox, { phone: '0501234567', df1: 'Dana' });
		for (const [resource, operation, listed] of [
			['contactList', 'getMany', 'Customers'],
			['contactList', 'get', 'Dana'],
			['sender', 'getMany', fixture.sandbox.account.number.slice(1)],
			['birthdayCampaign', 'getMany', 'Happy birthday!'],
		] as const) {
			const values = operation === 'get' ? { contactList: list } : { returnAll: true };
			const parameters = parametersFor(resource, operation, values)();
			const { items } = await fixture.runWell(parameters, { encoding });
			expect(JSON.stringify(items.map(({ json }) => json))).toContain(listed);
		}
	});

	test('every feed comes out of the polling trigger once', async () => {
		const trigger = await start({}, { workflowId: `polling-in-${dialect}` });
		expect(await trigger.poll()).toBeNull();
		await oneOfEachArrives();
		const events = eventsOf(await trigger.poll());
		expect(events.map(({ event }) => event).sort()).toEqual([
			...['blocklistAddition', 'deliveryReport', 'incomingMessage'],
		]);
		const text = JSON.stringify(events);
		for (const leaf of ['report-1', 'reply 1', '0502000001'.slice(1)]) expect(text).toContain(leaf);
		await pass(MINUTE);
		expect(await trigger.poll()).toBeNull();
	});

	test('come out whole, and their repeats do not', async () => {
		const { sandbox } = fixture;
		const { username } = sandbox.account;
		for (const feed of ['delivery', 'incoming', 'blocklist'] as const) {
			sandbox.registerPush({ feed, url: 'http://127.0.0.1:9/', username });
		}
		await oneOfEachArrives();
		const pushes = sandbox.pushLog();
		expect(pushes).toHaveLength(3);
		const trigger = await pushTrigger({}, { workflowId: dialect });
		const events: IDataObject[] = [];
		for (const push of [...pushes, ...pushes]) {
			const { status, run } = await trigger.deliver(toRequest(push));
			expect(status).toBe(200);
			events.push(...eventsOf(await run));
		}
		expect(events).toHaveLength(3);
		const text = JSON.stringify(events);
		for (const leaf of ['report-1', 'reply 1', 'המספר נחסם']) expect(text).toContain(leaf);
		expect(events.some(({ event }) => event === 'unknown')).toBe(false);
	});
});

describe.each(NAMES)('waits in %s', (dialect) => {
	const fixture = useSandbox({ dialect });
	const { asked, due, reply } = useReplyQuestions(fixture);

	test('ends a wait for a reply', async () => {
		const { watcher } = await asked([DANA]);
		reply(DANA, '1');
		await due(watcher);
		expect(outcomes(watcher)).toEqual(['answered']);
	});
});
