import autocannon from 'autocannon';
import { hasEnded } from '../demo/n8nRest.mts';
import { until } from '../demo/until.mts';
import type { BenchN8n, RunningN8n } from './benchN8n.mts';
import { median, say, sum } from './figures.mts';
import { push, triggers } from './triggers.mts';

/** Makes n8n count its executions, since it stores none. */
const METRICS = { N8N_METRICS: 'true', N8N_METRICS_INCLUDE_MESSAGE_EVENT_BUS_METRICS: 'true' };
/** Every round measures all contestants, because a machine's speed changes over time. */
const ROUNDS = 3;

/**
 * Pushes per second that n8n can take, time until each answer, and number of executions: medians of the rounds.
 */
export async function measureReceiving(bench: BenchN8n, pushes: number) {
	return await bench.during(METRICS, async (n8n) => {
		const rows = [];
		for (const connections of [5, 50]) {
			const rounds: Array<Awaited<ReturnType<typeof underLoad>>[]> = [];
			for (let round = 0; round < ROUNDS; round++) {
				const turns = [];
				for (const { id } of triggers) {
					turns.push(await underLoad(n8n, id, connections, pushes));
					say([id, connections, turns.at(-1)]);
				}
				rounds.push(turns);
			}
			for (const [n, { name }] of triggers.entries()) {
				type Key = keyof Awaited<ReturnType<typeof underLoad>>;
				const each = (key: Key) => median(rounds.map((turns) => turns[n]?.[key] ?? NaN));
				rows.push({
					...{ name, connections, pushes, executions: each('executions'), failed: each('failed') },
					...{ answersPerSecond: each('perSecond'), eventsPerSecond: each('eventsPerSecond') },
					p99: each('p99'),
				});
				say(rows.at(-1));
			}
		}
		return rows;
	});
}

async function underLoad(n8n: RunningN8n, workflow: string, connections: number, pushes: number) {
	await load(n8n, workflow, connections, connections);
	await idle(n8n, workflow);
	const before = await executionsOf(n8n);
	const begin = performance.now();
	const { answered, ...figures } = await load(n8n, workflow, connections, pushes);
	await idle(n8n, workflow);
	return {
		...figures,
		/** Includes executions that end after the load. */
		eventsPerSecond: (answered * 1000) / (performance.now() - begin),
		executions: (await executionsOf(n8n)) - before,
	};
}

/** Posts on each connection, one request after the other, up to `amount` in all. */
async function load({ url }: RunningN8n, workflow: string, connections: number, amount: number) {
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const setupRequest = (request: object) => ({ ...request, body: push() });
	const { latency, duration, errors, ...result } = await autocannon({
		url: `${url}/webhook/${workflow}`,
		connections,
		amount,
		// Seconds. Some contestants are slow.
		timeout: 600,
		// Milliseconds. autocannon ends only at a sample, and counts the time until then.
		sampleInt: 100,
		requests: [{ method: 'POST', headers, setupRequest }],
	});
	const answered = result['2xx'];
	const failed = errors + result.non2xx;
	return { answered, perSecond: answered / duration, p99: latency.p99, failed };
}

/** The executions that ended since n8n started. */
async function executionsOf({ url }: RunningN8n): Promise<number> {
	const metrics = await (await fetch(`${url}/metrics`)).text();
	const counts = metrics.matchAll(/^n8n_workflow_(?:success|failed)_total(?:\{.*\})? (\d+)$/gm);
	return sum([...counts].map(([, count]) => Number(count)));
}

/**
 * Waits until all executions have ended, so that a trigger which answers first and works later pays for that work. A busy n8n
 * may answer 503 itself.
 */
async function idle({ rest, workflowIds }: RunningN8n, workflow: string): Promise<void> {
	const id = workflowIds.get(workflow) ?? '';
	await until(async () => (await rest.executions(id).catch(() => undefined))?.every(hasEnded));
}
