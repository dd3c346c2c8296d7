import autocannon from 'autocannon';
import { hasEnded } from '../demo/n8nRest.mts';
import { until } from '../demo/until.mts';
import type { BenchN8n, RunningN8n } from './benchN8n.mts';
import { median, say } from './figures.mts';
import { triggers, type TriggerContestant } from './triggers.mts';

/** Every round measures all contestants, because a machine's speed changes over time. */
const ROUNDS = 3;
/** In a turn of a contestant. */
const PUSHES = 100;
/** More than n8n can answer at once. */
const CONNECTIONS = 50;

/** Pushes per second that n8n can take, and time until each answer: medians of the rounds. */
export async function measureReceiving(bench: BenchN8n) {
	return await bench.during({}, async (n8n) => {
		const rounds = new Map(triggers.map(({ name }) => [name, [] as Load[]]));
		// n8n compiles what it runs often.
		for (const trigger of triggers) await underLoad(n8n, trigger, CONNECTIONS);
		for (let round = 0; round < ROUNDS; round++) {
			for (const trigger of triggers) {
				const turn = await underLoad(n8n, trigger, PUSHES);
				say([trigger.id, turn]);
				rounds.get(trigger.name)?.push(turn);
			}
		}
		return [...rounds].map(([name, turns]) => {
			const of = (key: keyof Load) => median(turns.map((turn) => turn[key]));
			return {
				...{ name, connections: CONNECTIONS, pushes: PUSHES, failed: of('failed'), p99: of('p99') },
				answersPerSecond: of('answersPerSecond'),
				eventsPerSecond: of('eventsPerSecond'),
			};
		});
	});
}

type Load = Awaited<ReturnType<typeof underLoad>>;

async function underLoad(n8n: RunningN8n, trigger: TriggerContestant, pushes: number) {
	const begin = performance.now();
	const { answered, ...figures } = await load(n8n, trigger, pushes);
	await idle(n8n, trigger.id);
	// Includes executions that end after the load.
	return { ...figures, eventsPerSecond: (answered * 1000) / (performance.now() - begin) };
}

/** Posts on each connection, one request after the other, up to `amount` in all. */
async function load({ url }: RunningN8n, { id, push }: TriggerContestant, amount: number) {
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const setupRequest = (request: object) => ({ ...request, body: push() });
	const { latency, duration, errors, ...result } = await autocannon({
		url: `${url}/webhook/${id}`,
		connections: CONNECTIONS,
		amount,
		// Seconds. Some contestants are slow.
		timeout: 600,
		// Milliseconds. autocannon ends only at a sample, and counts the time until then.
		sampleInt: 100,
		requests: [{ method: 'POST', headers, setupRequest }],
	});
	const answered = result['2xx'];
	const failed = errors + result.non2xx;
	return { answered, answersPerSecond: answered / duration, p99: latency.p99, failed };
}

/**
 * Waits until all executions have ended, so that a trigger which answers first and works later pays for that work. A busy n8n
 * may answer 503 itself.
 */
async function idle({ rest, workflowIds }: RunningN8n, workflow: string): Promise<void> {
	const id = workflowIds.get(workflow) ?? '';
	await until(async () => (await rest.executions(id).catch(() => undefined))?.every(hasEnded));
}
