import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded } from '../demo/n8nRest.mts';
import type { BenchN8n, RunningN8n } from './benchN8n.mts';
import { load, type LoadOptions } from './load.mts';
import type { Engine, Settings, Trigger } from './results.mts';
import { GROUPS, push, workflowName, type TriggerContestant } from './triggers.mts';

const ENGINES: Engine[] = ['default', 'lazy', 'legacy'];
const CONNECTIONS = [5, 50];
const PUSHES_AT_ONCE = 40;
const SLOTS = 2;

/** Part (d): how many pushes n8n can take, and how soon it answers each. */
export async function measureReceiving(
	bench: BenchN8n,
	contestants: TriggerContestant[],
	{ loadSeconds, pushes }: Settings,
	report: (row: object) => void,
): Promise<Trigger> {
	const result: Trigger = { loads: [], slots: [], campaigns: [] };
	for (const engine of ENGINES) {
		for (const contestant of contestants) {
			if (contestant.engines?.includes(engine) === false) continue;
			const { name } = contestant;
			await bench.during({ engine }, async (n8n) => {
				for (const connections of CONNECTIONS) {
					const figures = await underLoad(n8n, contestant, connections, loadSeconds);
					result.loads.push({ name, engine, connections, ...figures });
					report({ name, engine, connections, ...figures });
				}
			});
			const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(SLOTS) };
			const figures = await bench.during({ engine, env }, (n8n) => whileBusy(n8n, contestant));
			result.slots.push({ name, engine, pushes: PUSHES_AT_ONCE, ...figures });
			report({ name, engine, pushes: PUSHES_AT_ONCE, ...figures });
		}
	}
	for (const contestant of contestants.filter(({ id }) => id === GROUPS)) {
		for (const engine of ENGINES) {
			const row = await bench.during({ engine, env: METRICS }, (n8n) =>
				ofCampaign(n8n, contestant, pushes),
			);
			result.campaigns.push({ name: contestant.name, engine, ...row });
			report({ name: contestant.name, engine, ...row });
		}
	}
	return result;
}

/** Makes n8n count its executions, since it stores none. */
const METRICS = { N8N_METRICS: 'true', N8N_METRICS_INCLUDE_MESSAGE_EVENT_BUS_METRICS: 'true' };

async function ofCampaign(n8n: RunningN8n, contestant: TriggerContestant, pushes: number) {
	const workflow = workflowName(contestant, false);
	await load({ duration: 1 }, target(n8n, workflow, 1));
	await idle(n8n, workflow);
	const before = await executionsOf(n8n);
	const { perSecond, p99, failed } = await load({ amount: pushes }, target(n8n, workflow, 50));
	await idle(n8n, workflow);
	const executions = (await executionsOf(n8n)) - before;
	return { pushes, executions, seconds: pushes / perSecond, perSecond, p99, failed };
}

/** The executions that have ended since n8n was started. */
async function executionsOf({ url }: RunningN8n): Promise<number> {
	const metrics = await (await fetch(`${url}/metrics`)).text();
	const counts = [
		...metrics.matchAll(/^n8n_workflow_(?:success|failed)_total(?:\{.*\})? (\d+)$/gm),
	];
	return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

const target = ({ url }: RunningN8n, workflow: string, connections: number): LoadOptions => ({
	url: `${url}/webhook/${workflow}`,
	body: push,
	connections,
});

async function underLoad(
	n8n: RunningN8n,
	contestant: TriggerContestant,
	connections: number,
	seconds: number,
) {
	const workflow = workflowName(contestant, false);
	await load({ duration: 1 }, target(n8n, workflow, connections));
	await idle(n8n, workflow);
	const begin = performance.now();
	const { answered, perSecond, p50, p99, failed } = await load(
		{ duration: seconds },
		target(n8n, workflow, connections),
	);
	await idle(n8n, workflow);
	const runsPerSecond = (answered * 1000) / (performance.now() - begin);
	return { perSecond, runsPerSecond, p50, p99, failed };
}

async function whileBusy(n8n: RunningN8n, contestant: TriggerContestant) {
	const quick = workflowName(contestant, false);
	await load({ duration: 1 }, target(n8n, quick, 1));
	await idle(n8n, quick);
	const slow = workflowName(contestant, true);
	const { p50, max, failed } = await load(
		{ amount: PUSHES_AT_ONCE },
		target(n8n, slow, PUSHES_AT_ONCE),
	);
	return { p50, max, failed };
}

const PATIENCE = 180_000;

/**
 * Waits until the executions have ended: a trigger that answers first and works later must be charged for that work. An n8n
 * under too much load may itself answer 503.
 */
async function idle({ rest, workflowIds }: RunningN8n, workflow: string): Promise<void> {
	const id = workflowIds.get(workflow) ?? '';
	const deadline = Date.now() + PATIENCE;
	for (;;) {
		const executions = await rest.executions(id).catch(() => undefined);
		if (executions?.every(hasEnded)) return;
		if (Date.now() > deadline) throw new Error(`${workflow} still has work after ${PATIENCE} ms.`);
		await sleep(200);
	}
}
