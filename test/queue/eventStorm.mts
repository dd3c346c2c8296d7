import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nRest } from '../../demo/n8nRest.mts';
import { severalPolls } from '../e2e/harness/triggerWorkflow.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import type { Collector } from './collector.mts';
import { createReceivers, type Receiver } from './eventModes.mts';
import type { QueueN8n } from './queueN8n.mts';

const EVENTS = 30;
/** Events per second, each pushed to every mode. */
const RATE = 2;
/** Every fourth event: all its pushes are made `COPIES` times at the same instant. */
const TRIPLED = 4;
/** Every fifth event: an earlier push is repeated. */
const REPEATED = 5;
const COPIES = 3;
/** Shares of all events after which a worker, and later a webhook processor, is killed. */
const KILL_WORKER_AFTER = 0.4;
const KILL_WEBHOOK_PROCESSOR_AFTER = 0.7;

const phoneOf = (n: number) => `052${String(1_000_000 + n)}`;
const nameOf = (n: number) => `event-${n}`;

/** Replies one by one, with repeated pushes at the same instant and later. */
async function flood({ sandbox }: QueueN8n): Promise<void> {
	const repeat = (id: number) => {
		for (let copy = 1; copy < COPIES; copy++) sandbox.repeatPush(id);
	};
	for (let n = 0; n < EVENTS; n++) {
		const before = sandbox.pushLog().length;
		sandbox.handsetReply({ phone: phoneOf(n), text: nameOf(n), username: 'demo' });
		const after = sandbox.pushLog().length;
		if (n % TRIPLED === 0) for (let id = before + 1; id <= after; id++) repeat(id);
		// Picks pushes from the whole log, the same in every run.
		if (n % REPEATED === 0) repeat(1 + ((n * 7919) % after));
		await sleep(1_000 / RATE);
	}
}

/** Kills a worker and the webhook processor; the others go on. Returns what each receiver had running when the worker was killed. */
async function killSome(
	{ rest, sandbox, workers, webhookProcessor }: QueueN8n,
	receivers: Receiver[],
): Promise<Open[][]> {
	const happened = () => sandbox.handsets().length;
	const until = async (share: number) => {
		while (happened() < share * EVENTS) await sleep(20);
	};
	await until(KILL_WORKER_AFTER);
	await workers[0]?.kill();
	// At once: after a minute, n8n no longer lists its executions as running.
	const open = await Promise.all(receivers.map((one) => openOf(rest, one)));
	await until(KILL_WEBHOOK_PROCESSOR_AFTER);
	await webhookProcessor.kill();
	return open;
}

/** An execution that n8n listed as running when a worker was killed, and its data. */
interface Open {
	id: string;
	data: string;
}

async function openOf(rest: N8nRest, { workflow }: Receiver): Promise<Open[]> {
	const running = await rest.executions(workflow.id, { status: ['new', 'running'] });
	return await Promise.all(
		running.map(async ({ id }) => ({ id, data: JSON.stringify((await rest.execution(id)).data) })),
	);
}

async function resultOf(
	rest: N8nRest,
	{ collector, timesTexted, mode }: Receiver,
	open: Open[] = [],
) {
	const all = Array.from({ length: EVENTS }, (_, n) => n);
	const texted = all.map((n) => timesTexted(phoneOf(n), nameOf(n)));
	const unseen = all.map(nameOf).filter((name) => !collector.seen.has(name));
	const ended = await Promise.all(open.map(({ id }) => rest.execution(id)));
	const cutOff = open.filter((_, n) =>
		['error', 'new', 'running'].includes(ended[n]?.status ?? ''),
	);
	const gone = unseen.filter((name) => cutOff.some(({ data }) => data.includes(`"${name}"`)));
	return {
		mode,
		// Events that no execution handled, although n8n kept all their executions.
		lost: unseen.length - gone.length,
		// Events that no execution handled because n8n emptied it, or lists it as running for good: after a minute it fails a
		// killed worker's jobs.
		cutOff: gone.length,
		// Events without a text, and events with more than one.
		missingTexts: texted.filter((times) => times === 0).length,
		doubledTexts: texted.filter((times) => times > 1).length,
	};
}

const QUIET = 8_000;

/** Resolves when the service has no more pushes, and no workflow has reported for a while. */
async function quiet(sandbox: Sandbox, collectors: Collector[]): Promise<void> {
	const waiting = () =>
		sandbox.pushLog().some(({ state }) => state === 'sending' || state === 'held');
	const lastAt = () => Math.max(...collectors.map((collector) => collector.lastAt()));
	while (waiting() || Date.now() - lastAt() < QUIET) await sleep(500);
}

/**
 * Sends the same events to every mode while a worker and a webhook processor are killed. The returned function resolves when
 * everything was pushed again and polled.
 */
export async function eventStorm(queue: QueueN8n) {
	const receivers = await createReceivers(queue);
	const [, open] = await Promise.all([flood(queue), killSome(queue, receivers)]);
	return async () => {
		await severalPolls(queue.sandbox, 1);
		const collectors = receivers.map(({ collector }) => collector);
		await quiet(queue.sandbox, collectors);
		for (const collector of collectors) collector.close();
		return await Promise.all(receivers.map((one, n) => resultOf(queue.rest, one, open[n])));
	};
}
