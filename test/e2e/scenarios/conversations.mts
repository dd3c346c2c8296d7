import type { WorkflowFile } from '../../../demo/n8nRest.mts';
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
import { until } from '../../../demo/until.mts';

const TEXTS = ['Hi', 'it is me', 'Dana'];

/** A person sends several texts in a row. Reports the answers to the service and the executions. */
async function conversation({ rest, n8n }: RealN8n, path: string) {
	const trigger = pushTrigger(path, {
		events: ['incomingMessage'],
		executions: 'conversation',
		quietSeconds: 15,
	});
	const workflow = await activated(
		rest,
		workflowOf(path, [trigger], [node('Then', 'n8n-nodes-base.noOp')]),
	);
	const answers: number[] = [];
	for (const message of TEXTS) {
		const body = new URLSearchParams({ phone: '972501234567', dest: '0559000100', message });
		answers.push((await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST', body })).status);
	}
	await eventsOf(rest, workflow, 1);
	const executions = await outcomes(rest, workflow);
	return {
		answers,
		handedOn: executions.flatMap(({ events }) => events.map(({ messages }) => messages)),
		ended: [...new Set(executions.map(({ status }) => status))],
	};
}

const CROWD = 400;
const AT_ONCE = 40;

/** So many people text within a few seconds. Reports what became of the texts, and by how many megabytes n8n grew at most. */
async function crowd({ rest, n8n }: RealN8n, path: string, trigger: WorkflowFile['nodes'][number]) {
	const workflow = await activated(
		rest,
		workflowOf(path, [trigger], [node('Then', 'n8n-nodes-base.noOp')]),
	);
	const before = await memoryOf(n8n.pid);
	let most = before;
	const watch = setInterval(() => {
		void memoryOf(n8n.pid).then((now) => (most = Math.max(most, now)));
	}, 100);
	const statuses: number[] = [];
	const people = Array.from({ length: CROWD }, (_, n) => String(972501000000 + n));
	const text = async () => {
		for (let phone = people.pop(); phone !== undefined; phone = people.pop()) {
			const body = new URLSearchParams({ phone, dest: '0559000100', message: 'Hi' });
			statuses.push((await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST', body })).status);
		}
	};
	const events = async () =>
		(await outcomes(rest, workflow)).flatMap((execution) => execution.events);
	const isTextMe = trigger.type.endsWith('textMeTrigger');
	try {
		await Promise.all(Array.from({ length: AT_ONCE }, text));
		if (isTextMe) await until(async () => (await events()).length >= CROWD);
	} finally {
		clearInterval(watch);
	}
	const executions = await outcomes(rest, workflow);
	const phones = executions.flatMap((one) => one.events.map(({ phone }) => phone));
	return {
		answers: [...new Set(statuses)],
		texts: phones.length,
		people: new Set(phones).size,
		executions: executions.length,
		grewBy: most - before,
	};
}

await scenario(async (real) => {
	const webhook = await crowd(
		real,
		'webhook',
		node(
			'Webhook',
			'n8n-nodes-base.webhook',
			{ path: 'webhook', httpMethod: 'POST' },
			{ typeVersion: 2, webhookId: 'webhook' },
		),
	);
	const textMe = await crowd(
		real,
		'crowd',
		pushTrigger('crowd', { events: ['incomingMessage'], executions: 'conversation' }),
	);
	const alone = await conversation(real, 'alone');
	await real.n8n.stop();
	await real.startAgain({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' });
	return {
		crowd: { ...textMe, webhookGrewBy: webhook.grewBy },
		conversation: alone,
		'two executions at a time': await conversation(real, 'two'),
	};
});
