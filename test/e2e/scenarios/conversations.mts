import { setTimeout as sleep } from 'node:timers/promises';
import { push } from '../../../bench/triggers.mts';
import { memoryOf } from '../../soak/memory.mts';
import { scenario, type RealN8n } from '../harness/realN8n.mts';
import {
	activated,
	eventsOf,
	node,
	outcomes,
	pushTrigger,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

const text = (phone: string, message: string) =>
	String(new URLSearchParams({ phone, dest: '0559000100', message }));

type Run = [parameters: Record<string, unknown>, pushes: string[], atOnce: number, events: number];

/** Sends pushes to a workflow, `atOnce` at a time. Reports what happened to them, and n8n's growth in megabytes. */
async function delivered({ rest, n8n }: RealN8n, path: string, run: Run) {
	const [parameters, pushes, atOnce, events] = run;
	const trigger = pushTrigger(path, parameters);
	const workflow = await activated(
		rest,
		workflowOf(path, [trigger], [node('Then', 'n8n-nodes-base.noOp')]),
	);
	const before = await memoryOf(n8n.pid);
	let most = before;
	const watch = setInterval(() => {
		void memoryOf(n8n.pid).then((now) => (most = Math.max(most, now)));
	}, 100);
	const headers = { 'content-type': 'application/x-www-form-urlencoded', connection: 'close' };
	const left = [...pushes].reverse();
	const deliver = async () => {
		for (let body = left.pop(); body !== undefined; body = left.pop()) {
			const init = { method: 'POST', headers, body };
			// Like the service, delivers again what n8n could not take.
			while ((await fetch(`${n8n.url}/webhook/${path}`, init)).status !== 200) await sleep(100);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, deliver));
	await eventsOf(rest, workflow, events);
	clearInterval(watch);
	const all = await outcomes(rest, workflow);
	const seen = all.flatMap((execution) => execution.events);
	return {
		messages: seen.flatMap(({ messages }) => messages ?? []),
		events: seen.length,
		different: new Set(seen.map(({ externalId, phone }) => externalId ?? phone)).size,
		executions: all.length,
		ended: [...new Set(all.map(({ status }) => status))],
		grewBy: most - before,
	};
}

const inConversations = { events: ['incomingMessage'], executions: 'conversation' };
const person = ['Hi', 'it is me', 'Dana'].map((words) => text('972501234567', words));
const people = Array.from({ length: 400 }, (_, n) => text(String(972501000000 + n), 'Hi'));
const reports = (count: number) => Array.from({ length: count }, () => String(push()));

const RUNS: Record<string, Run> = {
	crowd: [inConversations, people, 40, 400],
	person: [{ ...inConversations, quietSeconds: 15 }, person, 1, 1],
	together: [{ events: ['deliveryReport'] }, reports(300), 50, 300],
	each: [{ events: ['deliveryReport'], executions: 'each' }, reports(50), 50, 50],
};

await scenario(async (real) => {
	const seen: Record<string, unknown> = {};
	for (const [name, run] of Object.entries(RUNS)) seen[name] = await delivered(real, name, run);
	await real.n8n.stop();
	await real.startAgain({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' });
	const [parameters, ...pushes] = RUNS.person as Run;
	return { ...seen, twoAtATime: await delivered(real, 'two', [parameters, ...pushes]) };
});
