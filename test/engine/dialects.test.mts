import type { IDataObject } from 'n8n-workflow';
import { DIALECTS, type DialectName } from '../../sandbox/dialects.mts';
import type { Push } from '../../sandbox/feeds.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import { oneContactList } from './harness/oneContactList.mts';
import { parametersFor } from './harness/calls.mts';
import { MINUTE, usePollingTriggers } from './harness/pollingTriggers.mts';
import { pushTrigger } from './harness/pushes.mts';
import { DANA, useReplyQuestions } from './harness/replyQuestions.mts';
import { getByDate, getByExternalId, getIncomingMessages } from './harness/reports.mts';
import { eventsOf } from './harness/triggerHost.mts';
import { ENCODINGS, useSandbox, type Encoding } from './harness/useSandbox.mts';
import { outcomes } from './harness/watchedRuns.mts';

const NAMES = Object.keys(DIALECTS) as DialectName[];
const all = { returnAll: true };

describe.each(NAMES)('%s', (dialect) => {
	const fixture = useSandbox({ dialect });
	const { start, pass, oneOfEachArrives } = usePollingTriggers(fixture);

	const listed = async (resource: string, operation: string, encoding: Encoding, values = {}) => {
		const parameters = parametersFor(resource, operation, { ...all, ...values })();
		const { items } = await fixture.runWell(parameters, { encoding });
		return JSON.stringify(items.map(({ json }) => json));
	};

	test.each(ENCODINGS)('gives out what is listed, in %s', async (encoding) => {
		const id = await oneContactList(fixture.sandbox, { phone: '0501234567', df1: 'Dana' });
		expect(await listed('contactList', 'getMany', encoding)).toContain('Customers');
		expect(await listed('sender', 'getMany', encoding)).toContain(
			fixture.sandbox.account.number.slice(1),
		);
		expect(await listed('birthdayCampaign', 'getMany', encoding)).toContain('Happy birthday!');
		const contactList = { __rl: true, mode: 'id', value: id };
		expect(await listed('contactList', 'get', encoding, { contactList })).toContain('Dana');
	});

	test.each(ENCODINGS)('events come out of the actions, in %s', async (encoding) => {
		await oneOfEachArrives();
		const run = async (parameters: ReturnType<typeof getByDate>) => {
			const { items } = await fixture.runWell(parameters, { encoding });
			return JSON.stringify(items.map(({ json }) => json));
		};
		expect(await run(getByDate())).toContain('report-1');
		expect(await run(getByExternalId({ externalIds: 'report-1' }))).toContain('"found":true');
		expect(await run(getIncomingMessages())).toContain('reply 1');
		expect(await listed('blocklist', 'getMany', encoding)).toContain('***');
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
});

const toRequest = ({ method, contentType, body }: Push) =>
	method === 'GET'
		? { method, query: Object.fromEntries(new URLSearchParams(body)) }
		: { method, contentType, body };

function registerAllFeeds(sandbox: Sandbox): void {
	const { username } = sandbox.account;
	for (const feed of ['delivery', 'incoming', 'blocklist'] as const) {
		sandbox.registerPush({ feed, url: 'http://127.0.0.1:9/', username });
	}
}

describe.each(NAMES)('%s', (dialect) => {
	const fixture = useSandbox({ dialect });
	const { oneOfEachArrives } = usePollingTriggers(fixture);

	test('come out whole, and their repeats do not', async () => {
		const { sandbox } = fixture;
		registerAllFeeds(sandbox);
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
