import { setTimeout as sleep } from 'node:timers/promises';
import type { RealN8n } from '../e2e/harness/realN8n.mts';
import { memoryOf } from './memory.mts';
import { createWorkflows, PATHS } from './workflows.mts';

/** The duration of the load and of the pauses around it. */
export interface Pace {
	minutes: number;
	/** Between n8n's start and the load. */
	settleMs: number;
	/** Between the load and the last measurement: a minute, or none with `--quick`. */
	restMs: number;
}

const SAMPLES = 5;
const BATCH = 200;
/** Per second: one text and this many replies. The others are intervals in seconds. */
const REPLIES = 2;
const BULK_EVERY = 10;
const REPORT_EVERY = 15;

const phoneOf = (n: number) => `052${String(1_000_000 + (n % 1_000_000))}`;

/** Mixed load at a steady rate, on a new n8n. Returns n8n's memory in megabytes, and its work. */
export async function soak({ n8n, rest, sandbox }: RealN8n, { minutes, settleMs, restMs }: Pace) {
	await createWorkflows(rest, sandbox);
	sandbox.registerPush({ feed: 'incoming', url: `${n8n.url}/webhook/${PATHS.push}` });
	await sleep(settleMs);
	const memory = () => memoryOf(n8n.pid);
	const before = await memory();

	let failed = 0;
	const ask = async (path: string, body: object) => {
		const answer = await fetch(`${n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}).catch(() => undefined);
		if (answer?.status !== 200) failed += 1;
		await answer?.arrayBuffer();
	};
	const during: number[] = [];
	const asked: Array<Promise<void>> = [];
	const seconds = minutes * 60;
	for (let second = 0; second < seconds; second++) {
		const next = sleep(1_000);
		asked.push(ask(PATHS.send, { phone: phoneOf(second), text: `Text ${second}` }));
		if (second % BULK_EVERY === 0) {
			const messages = Array.from({ length: BATCH }, (_, n) => ({
				phone: phoneOf(n),
				text: `Batch ${second}, text ${n}`,
			}));
			asked.push(ask(PATHS.bulk, { messages }));
		}
		if (second % REPORT_EVERY === 0) asked.push(ask(PATHS.report, {}));
		for (let n = 0; n < REPLIES; n++) {
			sandbox.handsetReply({
				phone: phoneOf(second),
				text: `Reply ${second}-${n}`,
				dest: sandbox.account.number,
				username: 'demo',
			});
		}
		await next;
		if ((second + 1) % Math.ceil(seconds / SAMPLES) === 0) during.push(await memory());
	}
	await Promise.all(asked);
	await sandbox.settle();
	const after = await memory();
	await sleep(restMs);
	const pushes = sandbox.pushLog();
	return {
		before,
		during: during.join(', '),
		after,
		atRest: await memory(),
		texts: sandbox.counters().messages,
		pushes: pushes.length,
		// Webhook requests not answered with 200, and undelivered pushes.
		failed: failed + pushes.filter(({ state }) => state !== 'delivered').length,
	};
}
