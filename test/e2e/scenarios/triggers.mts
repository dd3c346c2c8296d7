import { createServer } from 'node:http';
import { expect } from 'expect';
import { until } from '../../../demo/until.mts';
import { listening } from '../../listening.mts';
import { call, smsTo, withId } from '../../sandbox/call.mts';
import { BARE, withRealN8n, type RealN8n } from '../harness/realN8n.mts';
import {
	activated,
	callNode,
	createTextMeCredential,
	eventsOf,
	node,
	outcomes,
	pollTrigger,
	pushTrigger,
	severalPolls,
	workflowOf,
	type Outcome,
} from '../harness/triggerWorkflow.mts';

const PHONE = '0501234567';
const MESSAGES = { events: ['incomingMessage'] };
const noOp = node('Then', 'n8n-nodes-base.noOp');

async function answerOf(url: string, init?: RequestInit) {
	const response = await fetch(url, init);
	return [response.status, await response.text()];
}

/** A server that answers no request before `open` is called. */
async function startServer() {
	let isOpen = false;
	let waiting = 0;
	const server = createServer((_, response) => {
		if (isOpen) response.end('{}');
		else waiting++;
	});
	const url = `${await listening(server)}/`;
	server.unref();
	return { url, waiting: () => waiting, open: () => (isOpen = true) };
}

/** Events as sorted texts. Leaves out the item that n8n adds to a recovered execution. */
const inWords = (events: Array<Record<string, unknown>>) =>
	events
		.filter(({ isArtificialRecoveredEventItem: isAdded }) => !isAdded)
		.map(({ event, externalId, message, phone }) => {
			// The service lists blocked numbers with their middle masked.
			const who = String(phone).replace(/^(\d{3}).{4}/, '$1****');
			return `${String(event)} ${String(externalId ?? (event === 'incomingMessage' ? message : who))}`;
		})
		.sort();

/** All kinds of triggers side by side: the gateway goes down, n8n is killed, and the service repeats all pushes. */
async function triggers(real: RealN8n): Promise<void> {
	const { rest, sandbox } = real;
	const { url } = real.n8n;
	const credential = await createTextMeCredential(rest, sandbox);
	const listen = (name: string, triggers: Array<typeof noOp>, row = [noOp]) =>
		activated(rest, workflowOf(name, triggers, row));

	const all = { events: ['deliveryReport', 'incomingMessage', 'blocklistAddition'] };
	const pushed = await listen('Pushed', [pushTrigger('textme/feeds', all)]);
	const polled = await listen('Polled', [pollTrigger(credential)]);
	const both = [pushed, polled];
	for (const feed of ['delivery', 'incoming', 'blocklist'] as const) {
		sandbox.registerPush({ feed, url: `${url}/webhook/textme/feeds` });
	}

	// Requests that are no pushes. The workflow gets one `unknown` event, because it chose all events.
	const address = `${url}/webhook/textme/feeds`;
	const post = (body: RequestInit['body'], type?: string) =>
		answerOf(address, { method: 'POST', body, ...(type && { headers: { 'content-type': type } }) });
	for (const probe of [
		...[answerOf(address), answerOf(address, { method: 'HEAD' }), post(new FormData())],
	]) {
		expect(await probe).toEqual([200, '']);
	}
	for (const broken of [post('{"status"', 'application/json'), post('<a', 'text/xml')]) {
		expect(await broken).toEqual([422, expect.anything()]);
	}

	const known = new Map(both.map(({ id }) => [id, new Map<string, Outcome>()]));
	/** Waits until each of the workflows has had all events so far. Fails if one came twice. */
	const happened: string[] = [];
	async function haveAll(...events: string[]) {
		happened.push(...events);
		for (const workflow of both) {
			const unknown = workflow === pushed ? ['unknown undefined'] : [];
			const wanted = [...happened, ...unknown].sort();
			const before = known.get(workflow.id);
			await eventsOf(rest, workflow, wanted.length, before);
			expect(inWords(await eventsOf(rest, workflow, 0, before))).toEqual(wanted);
		}
	}
	await call(sandbox, 'sms', smsTo([withId(PHONE, 'report-1')]));
	await sandbox.advanceClock(5_000);
	await haveAll('deliveryReport report-1');

	// n8n shows a failed poll as a failed execution. The next poll returns the events.
	sandbox.addFault({ kind: 'httpStatus', status: 400, times: 0 });
	const reply = (text: string) =>
		sandbox.handsetReply({ phone: PHONE, text, dest: sandbox.account.number });
	reply('שלום');
	sandbox.optOut({ phone: '0502222222' });
	const failures = async () =>
		(await outcomes(rest, polled)).filter(({ status }) => status === 'error').length;
	const before = await failures();
	await until(async () => (await failures()) > before);
	sandbox.clearFaults();
	await haveAll('incomingMessage שלום', 'blocklistAddition 050****222');

	// The service repeats all pushes.
	for (const { id } of sandbox.pushLog()) sandbox.repeatPush(id);
	await sandbox.settle();
	await severalPolls(sandbox, 1);
	await haveAll();

	// n8n is killed while each kind of trigger has an execution.
	const server = await startServer();
	const cutOff = [
		await listen(
			'Cut off push',
			[pushTrigger('cut-off', MESSAGES)],
			[callNode('Call', server.url)],
		),
		await listen(
			'Cut off poll',
			// A new trigger also returns the texts of its first minute.
			[pollTrigger(credential, { ...MESSAGES, filters: { keywords: 'cut off,while down' } })],
			[callNode('Call', server.url)],
		),
	];
	sandbox.registerPush({ feed: 'incoming', url: `${url}/webhook/cut-off` });
	reply('cut off');
	await until(() => server.waiting() >= 2);
	await haveAll('incomingMessage cut off');
	await real.n8n.kill();
	server.open();
	reply('while down');
	sandbox.optOut({ phone: '0503333333' });
	// All events come out, even with a limit of two executions at a time.
	await real.startAgain({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' });
	for (const { id } of [...both, ...cutOff]) await rest.published(id);
	await haveAll('incomingMessage while down', 'blocklistAddition 050****333');

	// A person retries the executions that were cut off.
	for (const { id } of cutOff) {
		const crashed = (await rest.executions(id)).filter(({ status }) => status === 'crashed');
		expect(crashed).toHaveLength(1);
		await rest.retry(crashed[0]?.id ?? '');
	}

	await severalPolls(sandbox, 2);
	const answers = sandbox.pushLog().map(({ attempts }) => attempts.at(-1)?.answer);
	expect(new Set(answers)).toEqual(new Set([200]));
	await haveAll();
	for (const workflow of cutOff) {
		const ended = (await outcomes(rest, workflow)).filter(({ status }) => status !== 'crashed');
		expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['success']));
		expect(ended.flatMap(({ events }) => inWords(events)).sort()).toEqual([
			...['incomingMessage cut off', 'incomingMessage while down'],
		]);
	}
}

await withRealN8n(triggers, { env: BARE });
