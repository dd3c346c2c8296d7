import { createServer } from 'node:http';
import { expect } from 'expect';
import { until } from '../../../demo/until.mts';
import { writeTime } from '../../../sandbox/israelTime.mts';
import { listening } from '../../listening.mts';
import { call, smsTo, withId } from '../../sandbox/call.mts';
import { startCollector } from '../../queue/collector.mts';
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
import { conversations } from './conversations.mts';

const PHONE = '0501234567';
const MESSAGES = { events: ['incomingMessage'] };
const noOp = node('Then', 'n8n-nodes-base.noOp');

/** Parameters of a Remove Duplicates node, by the kind of data that it stores for the whole workflow. */
const KEPT = {
	dates: { logic: 'removeItemsUpToStoredDate', dateDedupeValue: '={{ $json.date }}', options: {} },
	fewKeys: { dedupeValue: '={{ $json.phone }}', options: { historySize: 1 } },
};
/** Five consecutive seconds, starting half a minute ago. */
const DATES = Array.from({ length: 5 }, (_, n) =>
	writeTime(Date.now() - 30_000 + n * 1_000, 'second'),
);

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
	const both = await listen('Both', [pushTrigger('both'), pollTrigger(credential)]);
	const three = [pushed, polled, both];
	let remembering = three;
	for (const feed of ['delivery', 'incoming', 'blocklist'] as const) {
		for (const path of ['textme/feeds', 'both']) {
			sandbox.registerPush({ feed, url: `${url}/webhook/${path}` });
		}
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

	const known = new Map(three.map(({ id }) => [id, new Map<string, Outcome>()]));
	/** Waits until each of the workflows has had all events so far. Fails if one came twice. */
	const happened: string[] = [];
	async function haveAll(...events: string[]) {
		happened.push(...events);
		for (const workflow of remembering) {
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

	// A Remove Duplicates node that stores data for the whole workflow must not delete the trigger's marks.
	const collectors = await Promise.all(
		Object.entries(KEPT).map(async ([path, { options, ...parameters }]) => {
			const collector = await startCollector();
			const event = '{{ $json.message }}&execution={{ $execution.id }}';
			const unique = node(
				'Remove Duplicates',
				'n8n-nodes-base.removeDuplicates',
				{
					operation: 'removeItemsSeenInPreviousExecutions',
					...parameters,
					options: { ...options, scope: 'workflow' },
				},
				{ typeVersion: 2 },
			);
			const report = callNode('Report', `=${collector.url}/?event=${event}`);
			// The polling trigger polls none of these pushes, but makes n8n's database remember them.
			const poll = pollTrigger(credential, { ...MESSAGES, filters: { keywords: 'event-' } });
			await listen(path, [pushTrigger(path, MESSAGES), poll], [report, unique]);
			return { path, collector };
		}),
	);
	const pushTo = async (...numbers: number[]) => {
		for (const { path, collector } of collectors) {
			for (const n of numbers) {
				const [message, phone] = [`event-${n}`, `97250123456${n}`];
				const body = new URLSearchParams({
					message,
					date: DATES[n] ?? '',
					phone,
					dest: '0559000100',
				});
				await fetch(`${url}/webhook/${path}`, { method: 'POST', body });
				await until(() => collector.seen.has(message));
			}
		}
	};
	await pushTo(0, 1, 2, 3, 0, 1);

	// The service repeats all pushes.
	const repeatAll = async (pushLog = sandbox.pushLog()) => {
		for (const { id } of pushLog) sandbox.repeatPush(id);
		await sandbox.settle();
	};
	await repeatAll();
	await severalPolls(sandbox, 4);
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
	for (const { id } of [...three, ...cutOff]) await rest.published(id);
	await haveAll('incomingMessage while down', 'blocklistAddition 050****333');

	// A person retries the executions that were cut off.
	for (const { id } of cutOff) {
		const crashed = (await rest.executions(id)).filter(({ status }) => status === 'crashed');
		expect(crashed).toHaveLength(1);
		await rest.retry(crashed[0]?.id ?? '');
	}

	// The service repeats its pushes. After a restart, only n8n's database knows them.
	const ofBoth = sandbox.pushAddresses().filter(({ url: address }) => address.endsWith('/both'));
	const ids = new Set(ofBoth.map(({ id }) => id));
	await repeatAll(sandbox.pushLog().filter(({ addressId }) => ids.has(addressId)));
	remembering = [polled, both];
	await pushTo(0, 1, 2, 3, 4);
	await severalPolls(sandbox, 5);
	const answers = sandbox.pushLog().map(({ attempts }) => attempts.at(-1)?.answer);
	expect(new Set(answers)).toEqual(new Set([200]));
	await haveAll();
	for (const { collector } of collectors) {
		const seen = [...collector.seen].flatMap(([event, executions]) => executions.map(() => event));
		expect(seen.sort()).toEqual(['event-0', 'event-1', 'event-2', 'event-3', 'event-4']);
		collector.close();
	}
	for (const workflow of cutOff) {
		const ended = (await outcomes(rest, workflow)).filter(({ status }) => status !== 'crashed');
		expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['success']));
		expect(ended.flatMap(({ events }) => inWords(events)).sort()).toEqual([
			...['incomingMessage cut off', 'incomingMessage while down'],
		]);
	}
}

await withRealN8n(
	async (real) => {
		await conversations(real);
		await triggers(real);
	},
	{ env: BARE },
);
