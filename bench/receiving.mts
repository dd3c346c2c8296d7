import autocannon from 'autocannon';
import { hasEnded } from '../demo/n8nRest.mts';
import { until } from '../demo/until.mts';
import { engines, type BenchN8n, type Engine, type RunningN8n } from './benchN8n.mts';
import { machine, median, say, sum } from './figures.mts';
import { push, TOGETHER, triggers, workflowName, type TriggerContestant } from './triggers.mts';

const PUSHES_AT_ONCE = 40;
/** Rounds of a load. In each, all contestants take their turn, since a machine is not as quick at one time as at another. */
const ROUNDS = 3;
/** Makes n8n count its executions, since it stores none. */
const METRICS = { N8N_METRICS: 'true', N8N_METRICS_INCLUDE_MESSAGE_EVENT_BUS_METRICS: 'true' };

export type Receiving = Awaited<ReturnType<typeof measureReceiving>>;

/** How many pushes n8n can take, and how soon it answers each. */
export async function measureReceiving(
	bench: BenchN8n,
	{ loadPushes, pushes }: { loadPushes: number; pushes: number },
) {
	const { loadAverage } = machine();
	const grouped = triggers.filter(({ id }) => id === TOGETHER);
	const inEach = async <T,>(
		env: Record<string, string>,
		rows: (n8n: RunningN8n, engine: Engine) => Promise<T[]>,
	) => {
		const all: T[] = [];
		for (const engine of engines) {
			all.push(...(await bench.during({ engine, env }, (n8n) => rows(n8n, engine))));
			say(all.at(-1));
		}
		return all;
	};
	return {
		date: new Date().toISOString(),
		loadAverage,
		/** Pushes of each load. */
		loadPushes,
		loads: await inEach({}, async (n8n, engine) => [
			...(await inTurn(n8n, engine, 5, loadPushes)),
			...(await inTurn(n8n, engine, 50, loadPushes)),
		]),
		slots: await inEach({ N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' }, (n8n, engine) =>
			oneByOne(triggers, (one) => whileBusy(n8n, engine, one)),
		),
		campaigns: await inEach(METRICS, (n8n, engine) =>
			oneByOne(grouped, (one) => ofCampaign(n8n, engine, one, pushes)),
		),
	};
}

async function oneByOne<T, R>(all: T[], work: (one: T) => Promise<R>): Promise<R[]> {
	const done: R[] = [];
	for (const one of all) done.push(await work(one));
	return done;
}

/** Posts on each connection, one request after the other, until there are so many. */
async function load({ url }: RunningN8n, workflow: string, connections: number, amount: number) {
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const setupRequest = (request: object) => ({ ...request, body: push() });
	const { latency, duration, errors, ...result } = await autocannon({
		url: `${url}/webhook/${workflow}`,
		connections,
		amount,
		// Some contestants take long.
		timeout: 600,
		// It ends at the next sample, and counts the time until then.
		sampleInt: 100,
		requests: [{ method: 'POST', headers, setupRequest }],
	});
	const { p50, p99, max } = latency;
	const answered = result['2xx'];
	const failed = errors + result.non2xx;
	return { answered, perSecond: answered / duration, p50, p99, max, failed };
}

/** The medians of several rounds, also of what a contestant takes in a round beside n8n's Webhook in the same round. */
async function inTurn(n8n: RunningN8n, engine: Engine, connections: number, amount: number) {
	const rounds = await oneByOne(Array<undefined>(ROUNDS).fill(undefined), () =>
		oneByOne(triggers, (one) => underLoad(n8n, one, connections, amount)),
	);
	type Key = keyof Awaited<ReturnType<typeof underLoad>>;
	return triggers.map(({ name }, index) => {
		const each = (key: Key) => rounds.map((round) => round[index]?.[key] ?? NaN);
		const share = (key: Key) =>
			median(each(key).map((value, round) => value / (rounds[round]?.[0]?.[key] ?? NaN)));
		return {
			...{ name, engine, connections },
			perSecond: median(each('perSecond')),
			/** Events of executions, with those that ended after the load. */
			runsPerSecond: median(each('runsPerSecond')),
			answersOfWebhook: share('perSecond'),
			runsOfWebhook: share('runsPerSecond'),
			p50: median(each('p50')),
			p99: median(each('p99')),
			failed: sum(each('failed')),
		};
	});
}

async function underLoad(
	n8n: RunningN8n,
	contestant: TriggerContestant,
	connections: number,
	amount: number,
) {
	const workflow = await warmedUp(n8n, contestant, connections);
	const begin = performance.now();
	const { answered, ...figures } = await load(n8n, workflow, connections, amount);
	await idle(n8n, workflow);
	return { ...figures, runsPerSecond: (answered * 1000) / (performance.now() - begin) };
}

/** The pushes of a campaign on 50 connections, and the executions they take. */
async function ofCampaign(n8n: RunningN8n, engine: Engine, one: TriggerContestant, pushes: number) {
	const workflow = await warmedUp(n8n, one, 1);
	const before = await executionsOf(n8n);
	const { perSecond, p99, failed } = await load(n8n, workflow, 50, pushes);
	await idle(n8n, workflow);
	const executions = (await executionsOf(n8n)) - before;
	const counts = { pushes, executions, seconds: pushes / perSecond };
	return { name: one.name, engine, ...counts, perSecond, p99, failed };
}

/** Pushes, all at once, to a workflow that takes two seconds, when n8n may run two at a time. */
async function whileBusy(n8n: RunningN8n, engine: Engine, contestant: TriggerContestant) {
	await warmedUp(n8n, contestant, 1);
	const slow = workflowName(contestant, true);
	const { p50, max, failed } = await load(n8n, slow, PUSHES_AT_ONCE, PUSHES_AT_ONCE);
	return { name: contestant.name, engine, pushes: PUSHES_AT_ONCE, p50, max, failed };
}

async function warmedUp(n8n: RunningN8n, contestant: TriggerContestant, connections: number) {
	const workflow = workflowName(contestant, false);
	await load(n8n, workflow, connections, connections);
	await idle(n8n, workflow);
	return workflow;
}

/** The executions that have ended since n8n was started. */
async function executionsOf({ url }: RunningN8n): Promise<number> {
	const metrics = await (await fetch(`${url}/metrics`)).text();
	const counts = metrics.matchAll(/^n8n_workflow_(?:success|failed)_total(?:\{.*\})? (\d+)$/gm);
	return sum([...counts].map(([, count]) => Number(count)));
}

/**
 * Waits until the executions have ended: a trigger that answers first and works later must be charged for that work. An n8n
 * under too much load may itself answer 503.
 */
async function idle({ rest, workflowIds }: RunningN8n, workflow: string): Promise<void> {
	const id = workflowIds.get(workflow) ?? '';
	await until(async () => (await rest.executions(id).catch(() => undefined))?.every(hasEnded));
}
