import type { IDataObject } from 'n8n-workflow';
import { writeTime } from '../../../sandbox/israelTime.mts';
import { form } from '../harness/fakeExchange.mts';
import { eventNames, MINUTE, usePollingTriggers } from '../harness/pollingTriggers.mts';
import { BLOCK, pushTrigger } from '../harness/pushes.mts';
import { eventsOf, TriggerHost } from '../harness/triggerHost.mts';
import { useSandbox } from '../harness/useSandbox.mts';
import { withReply } from '../harness/servers.mts';

const fixture = useSandbox();
const { active, start, pass, oneOfEachArrives } = usePollingTriggers(fixture);

test('two triggers of a workflow, for two accounts, each get the same opt-out', async () => {
	const workflowId = 'identity';
	const ids = ['d2f0c5b0-0000-4c55-9d8f-0e9f6a6d1c01', 'd2f0c5b0-0000-4c55-9d8f-0e9f6a6d1c02'];
	for (const nodeId of ids) {
		const trigger = await TriggerHost.start({ type: 'textMeTrigger', workflowId, nodeId });
		const { run } = await trigger.deliver({ body: form(BLOCK) });
		expect(eventsOf(await run)).toHaveLength(1);
	}
});

const replyOf = (records: string) => (request: string) =>
	request.includes('<dlrByDate>')
		? `<dlrByDate><status>0</status><transactions>${records}</transactions></dlrByDate>`
		: request.includes('<blacklist>')
			? `<blacklist><status>0</status><transactions>${records}</transactions></blacklist>`
			: '<reply><status>0</status></reply>';

test.each([
	['reports without phone and external ID', 'deliveryReport', '<status>102</status>'],
	['masked opt-outs of two people', 'blocklistAddition', '<phone>050****567</phone>'],
])('polled records that nothing tells apart are one event: %s', async (_, event, fields) => {
	const date = writeTime(Date.now(), 'minute');
	const record = `<transaction>${fields}<date>${date}</date></transaction>`;
	let listed = record.repeat(3);
	await withReply(
		(request) => replyOf(listed)(request),
		async (baseUrl) => {
			const credentials = fixture.credentials({ encoding: 'xml' });
			const parameters = { events: [event] };
			const trigger = await start(parameters, { credentials: { ...credentials, baseUrl } });
			expect(eventNames(await trigger.poll())).toEqual([event]);
			listed = record.repeat(4);
			await pass(MINUTE);
			expect(await trigger.poll()).toBeNull();
		},
	);
});

test('gives a push and the record of the same event one shape', async () => {
	fixture.sandbox.registerPush({ feed: 'incoming', url: 'http://127.0.0.1:9/' });
	const shape = (event: IDataObject | undefined) => Object.keys(event ?? {}).sort();
	const poller = await active({ events: ['incomingMessage'] });
	await oneOfEachArrives();
	const [push] = fixture.sandbox.pushLog();
	const { run } = await (await pushTrigger()).deliver({ body: push?.body ?? '' });
	const [ofPush] = eventsOf(await run);
	const [ofPoll] = eventsOf(await poller.poll());
	expect(ofPush?.event).toBe('incomingMessage');
	expect(shape(ofPoll)).toEqual(shape(ofPush));
	expect(ofPoll?.eventId).toBe(ofPush?.eventId);
});
