import { setTimeout as sleep } from 'node:timers/promises';
import { quiet, repeatedEvents, type Repeated } from '../storm/aftermath.mts';
import { createReceivers, type EventMode, type Receiver } from './eventModes.mts';
import type { QueueN8n } from './queueN8n.mts';

/** The counts of one mode. */
export interface EventResult extends Repeated {
	events: number;
	/** Requests the service made: repeats and retries included. */
	pushes: number;
	/** Events no execution worked on. */
	lost: number;
	/** Events whose text never went out, and those whose text went out more than once. */
	missingTexts: number;
	doubledTexts: number;
	/** Addresses the service gave up on. */
	stopped: number;
}

const EVENTS = 100;
/** Events a second; each is pushed to every mode that listens. */
const RATE = 2;
/** Interval in events: all pushes of such an event are made `COPIES` times at the same instant. */
const TRIPLED = 4;
/** Interval in events: after such an event, an earlier push is repeated. */
const REPEATED = 5;
const COPIES = 3;
/** The share of all events after which a worker, and later a webhook processor, is killed. */
const KILL_WORKER_AFTER = 0.4;
const KILL_WEBHOOK_PROCESSOR_AFTER = 0.7;
/** A poll comes every minute. */
const TWO_POLLS = 130_000;
/** Polled events of a killed worker come again within an hour. */
const AN_HOUR = 3_600_000;

const phoneOf = (n: number) => `052${String(1_000_000 + n)}`;
const nameOf = (n: number) => `event-${n}`;

/** Replies one after the other, and repeats of their pushes at the same instant and later. */
async function flood({ sandbox }: QueueN8n): Promise<void> {
	const repeat = (id: number) => {
		for (let copy = 1; copy < COPIES; copy++) sandbox.repeatPush(id);
	};
	for (let n = 0; n < EVENTS; n++) {
		const before = sandbox.pushLog().length;
		sandbox.handsetReply({ phone: phoneOf(n), text: nameOf(n), username: 'demo' });
		const after = sandbox.pushLog().length;
		if (n % TRIPLED === 0) for (let id = before + 1; id <= after; id++) repeat(id);
		// Picks pushes all over the log, the same ones in every run.
		if (n % REPEATED === 0) repeat(1 + ((n * 7919) % after));
		await sleep(1_000 / RATE);
	}
}

async function killSome({ sandbox, workers, webhookProcessors }: QueueN8n): Promise<void> {
	const happened = () => sandbox.handsets().length;
	const until = async (share: number) => {
		while (happened() < share * EVENTS) await sleep(20);
	};
	await until(KILL_WORKER_AFTER);
	const worker = workers[0]?.killAndRestart();
	await until(KILL_WEBHOOK_PROCESSOR_AFTER);
	await Promise.all([worker, webhookProcessors[0]?.killAndRestart()]);
}

async function resultOf({ rest, sandbox }: QueueN8n, receiver: Receiver): Promise<EventResult> {
	const { collector, timesTexted, mode } = receiver;
	const all = Array.from({ length: EVENTS }, (_, n) => n);
	const texted = all.map((n) => timesTexted(phoneOf(n), nameOf(n)));
	const addresses = sandbox.pushAddresses().filter(({ url }) => url.endsWith(receiver.path));
	const ids = new Set(addresses.map(({ id }) => id));
	return {
		events: EVENTS,
		pushes: sandbox
			.pushLog()
			.filter(({ addressId }) => mode.acknowledge && ids.has(addressId))
			.reduce((sum, { attempts }) => sum + attempts.length, 0),
		lost: all.filter((n) => !collector.seen.has(nameOf(n))).length,
		...(await repeatedEvents(
			rest,
			all.map((n) => collector.seen.get(nameOf(n)) ?? []),
		)),
		missingTexts: texted.filter((times) => times === 0).length,
		doubledTexts: texted.filter((times) => times > 1).length,
		stopped: addresses.filter(({ state }) => state === 'stopped').length,
	};
}

/**
 * Sends the same events to every mode at the same time, while a worker and a webhook processor are killed. The returned
 * function waits until everything has been pushed again and polled.
 */
export async function eventStorm(
	queue: QueueN8n,
): Promise<() => Promise<Array<{ mode: EventMode; result: EventResult }>>> {
	const receivers = await createReceivers(queue);
	await Promise.all([flood(queue), killSome(queue)]);
	return async () => {
		await sleep(TWO_POLLS);
		await queue.jumpAhead(AN_HOUR);
		await sleep(TWO_POLLS);
		const collectors = receivers.map(({ collector }) => collector);
		await quiet(queue.sandbox, collectors);
		const results = [];
		for (const receiver of receivers) {
			receiver.collector.close();
			results.push({ mode: receiver.mode, result: await resultOf(queue, receiver) });
		}
		return results;
	};
}
