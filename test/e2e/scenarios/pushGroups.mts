import { setTimeout as sleep } from 'node:timers/promises';
import { push } from '../../../bench/triggers.mts';
import { scenario, type RealN8n } from '../harness/realN8n.mts';
import {
	activated,
	eventsOf,
	node,
	outcomes,
	pushTrigger,
	workflowOf,
} from '../harness/triggerWorkflow.mts';

const AT_ONCE = 50;

/** Delivers many pushes at once. Reports their events and executions. */
async function campaign({ rest, n8n }: RealN8n, pushes: number, executions: 'together' | 'each') {
	const path = `textme/groups/${executions}`;
	const trigger = pushTrigger(path, { events: ['deliveryReport'], executions });
	const workflow = await activated(
		rest,
		workflowOf(path, [trigger], [node('Then', 'n8n-nodes-base.noOp')]),
	);
	const bodies = Array.from({ length: pushes }, push);
	const deliver = async () => {
		for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
			const headers = {
				'content-type': 'application/x-www-form-urlencoded',
				connection: 'close',
			};
			const init = { method: 'POST', headers, body };
			// The service also delivers again what n8n has no time for.
			while ((await fetch(`${n8n.url}/webhook/${path}`, init)).status !== 200) await sleep(100);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, deliver));
	await eventsOf(rest, workflow, pushes);
	const all = await outcomes(rest, workflow);
	const events = all.flatMap((execution) => execution.events);
	return {
		events: events.length,
		different: new Set(events.map(({ externalId }) => externalId)).size,
		executions: all.length,
		ended: [...new Set(all.map(({ status }) => status))],
	};
}

await scenario(async (real) => ({
	together: await campaign(real, 300, 'together'),
	each: await campaign(real, 50, 'each'),
}));
