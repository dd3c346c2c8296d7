import { setTimeout as sleep } from 'node:timers/promises';
import type { RealN8n } from '../e2e/harness/realN8n.mts';
import {
	activated,
	callNode,
	createTextMeCredential,
	pollTrigger,
	pushTrigger,
	workflowOf,
} from '../e2e/harness/triggerWorkflow.mts';
import { call, withId } from '../sandbox/call.mts';
import { quiet, repeatedEvents, retryCrashed, type Repeated } from './aftermath.mts';
import { startCollector } from './collector.mts';

export interface StormRun {
	name: string;
	poll: boolean;
	/** The counts that must be zero. */
	promises: Array<'lost' | 'doubled'>;
}

export interface StormResult extends Repeated {
	/** Different events; their pushes with duplicates; the attempts with the service's retries. */
	events: number;
	pushes: number;
	attempts: number;
	/** Events that the workflow handled. */
	seen: number;
	lost: number;
	/** Executions that n8n lists as crashed. */
	retried: number;
	stopped: number;
	seconds: number;
}

const REPLIES = 1_000;
const REPORTS = 400;
const REPEATS = 600;
/** Pushes per second: about as many as a small n8n can take, at some 40 ms each. */
const RATE = 20;
/** Share of all pushes that are answered before n8n is killed. */
const KILL_AFTER = 0.4;
/** Milliseconds. A poll comes every minute; two of them show that nothing comes twice. */
const TWO_POLLS = 130_000;

const phoneOf = (n: number) => `052${String(1_000_000 + n)}`;

/** Sends the messages for the later reports, in one request. */
async function sendBulk({ sandbox }: RealN8n): Promise<string[]> {
	const ids = Array.from({ length: REPORTS }, (_, n) => `report-${n}`);
	const sms = ids.map((id, n) => ({
		source: 'TextMe',
		destinations: { phone: withId(phoneOf(n), id) },
		message: 'Storm',
	}));
	const { status } = await call(sandbox, 'bulk', { messages: { sms } });
	if (status !== 0) throw new Error(`The sandbox refused the bulk send with ${status}.`);
	return ids;
}

/** Replies one by one, with repeats of earlier pushes in between, as if the service did not know that they arrived. */
async function pushAll({ sandbox }: RealN8n): Promise<string[]> {
	const texts: string[] = [];
	const total = REPLIES + REPEATS;
	for (let n = 0; n < total; n++) {
		const repeatsDue = Math.floor(((n + 1) * REPEATS) / total);
		if (repeatsDue > n - texts.length && texts.length > 0) {
			const pushes = sandbox.pushLog().length;
			// Picks pushes from the whole log, the same in every run.
			sandbox.repeatPush(1 + ((n * 7919) % pushes));
		} else {
			const text = `reply-${texts.length}`;
			const phone = phoneOf(5_000 + texts.length);
			sandbox.handsetReply({ phone, text, dest: sandbox.account.number, username: 'demo' });
			texts.push(text);
		}
		await sleep(1_000 / RATE);
	}
	return texts;
}

const answered = ({ sandbox }: RealN8n) =>
	sandbox.pushLog().filter(({ state }) => state === 'delivered').length;

async function killAndRestart(real: RealN8n, workflowId: string): Promise<number> {
	const whenToKill = KILL_AFTER * (REPLIES + REPORTS + REPEATS);
	while (answered(real) < whenToKill) await sleep(20);
	await real.n8n.kill();
	await real.startAgain();
	await real.rest.published(workflowId);
	return await retryCrashed(real.rest, workflowId);
}

export async function storm(real: RealN8n, run: StormRun): Promise<StormResult> {
	const begin = Date.now();
	const { rest, sandbox } = real;
	const collector = await startCollector();
	const credential = await createTextMeCredential(rest, sandbox);
	const report = callNode(
		'Report',
		`=${collector.url}/?event={{ encodeURIComponent($json.message ?? $json.externalId) }}&execution={{ $execution.id }}`,
	);
	const triggers = [pushTrigger('storm'), ...(run.poll ? [pollTrigger(credential)] : [])];
	const workflow = await activated(rest, workflowOf(run.name, triggers, [report]));
	for (const feed of ['incoming', 'delivery'] as const) {
		sandbox.registerPush({ feed, url: `${real.n8n.url}/webhook/storm` });
	}
	const ids = await sendBulk(real);
	const [texts, retried] = await Promise.all([pushAll(real), killAndRestart(real, workflow.id)]);
	await quiet(sandbox, [collector]);
	if (run.poll) await sleep(TWO_POLLS).then(() => quiet(sandbox, [collector]));
	collector.close();

	const expected = [...ids, ...texts];
	const pushes = sandbox.pushLog();
	const seen = expected.filter((event) => collector.seen.has(event)).length;
	return {
		events: expected.length,
		pushes: pushes.length,
		attempts: pushes.reduce((sum, { attempts }) => sum + attempts.length, 0),
		seen,
		lost: expected.length - seen,
		retried,
		...(await repeatedEvents(rest, [...collector.seen.values()])),
		stopped: sandbox.pushAddresses().filter(({ state }) => state === 'stopped').length,
		seconds: Math.round((Date.now() - begin) / 1_000),
	};
}
