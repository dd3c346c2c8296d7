// `npm run test:answers`: how long the service waits for its answer while n8n is busy, beside n8n's own Webhook node. Two
// execution slots, a workflow of two seconds, 40 pushes at once.
import { withRealN8n, type RealN8n } from '../e2e/harness/realN8n.mts';
import { activated, node, pushTrigger, workflowOf } from '../e2e/harness/triggerWorkflow.mts';

const PUSHES = 40;

const webhook = node(
	'Webhook',
	'n8n-nodes-base.webhook',
	{ httpMethod: 'POST', path: 'core', responseMode: 'onReceived', options: {} },
	{ typeVersion: 2, webhookId: 'id-of-core' },
);
const wait = node(
	'Wait',
	'n8n-nodes-base.wait',
	{ amount: 2, unit: 'seconds' },
	{ typeVersion: 1.1 },
);

/** Milliseconds until each answer, the shortest first. */
async function answerTimes(url: string): Promise<number[]> {
	const times = Array.from({ length: PUSHES }, async (_, n) => {
		const body = new URLSearchParams({
			external_id: `push-${n}`,
			status: '102',
			phone: '972501234567',
			date: '15/01/26 10:30:07',
		});
		const begin = performance.now();
		const response = await fetch(url, { method: 'POST', body });
		await response.text();
		if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
		return performance.now() - begin;
	});
	return (await Promise.all(times)).sort((a, b) => a - b);
}

async function measure({ rest, n8n }: RealN8n) {
	const rows: Record<string, { median: number; slowest: number }> = {};
	for (const [name, trigger, path] of [
		['TextMe Trigger', pushTrigger('ours'), 'ours'],
		['Webhook, "Immediately"', webhook, 'core'],
	] as const) {
		const workflow = await activated(rest, workflowOf(name, [trigger], [wait]));
		const times = await answerTimes(`${n8n.url}/webhook/${path}`);
		rows[name] = {
			median: Math.round(times[PUSHES / 2] ?? 0),
			slowest: Math.round(times.at(-1) ?? 0),
		};
		for (const { id } of await rest.executions(workflow.id)) await rest.ended(id, 120_000);
	}
	return rows;
}

const rows = await withRealN8n(measure, { env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' } });
console.log(
	`Milliseconds until the answer, ${PUSHES} pushes at once, two slots, workflow of two seconds:`,
);
console.table(rows);
const [ours, core] = Object.values(rows);
if (ours && core) {
	console.log(`The median is ${(ours.median / core.median).toFixed(3)} of that of the core node.`);
}
process.exit(0);
