import type { N8nProcess } from '../demo/n8nProcess.mts';
import { bareSeconds } from './bare.mts';
import type { BenchN8n } from './benchN8n.mts';
import type { Contestant } from './contestants.mts';
import { peakMB, resetPeak } from './peakMemory.mts';
import { post } from './post.mts';
import type { Engine, Sending, SendingRow, Settings } from './results.mts';
import { median } from './statistics.mts';
import type { Services } from './services.mts';

/** The path of the workflow that sends nothing. */
export const EMPTY = 'empty';

/** An execution that takes longer is measured once, a quicker one several times. */
const QUICK_SECONDS = 10;
const FEWEST = 3;
const MOST = 15;

/** One execution of a workflow, from the request that starts it to the answer when it has ended. */
export async function runOnce(n8n: N8nProcess, path: string, items: number): Promise<number> {
	const { status, text, milliseconds } = await post(`${n8n.url}/webhook/${path}?items=${items}`);
	if (status !== 200) throw new Error(`${path} with ${items} items: n8n says ${status} ${text}`);
	return milliseconds / 1000;
}

export interface Timing {
	seconds: number;
	peakMB: number | null;
}

export interface TimingOptions {
	/** Items of a first execution that is not measured: it loads everything that n8n loads only once. */
	warmUp?: number;
	/** Runs before each execution. */
	between?: () => void;
}

/** The median of several executions. */
export async function timeOf(
	n8n: N8nProcess,
	path: string,
	items: number,
	{ warmUp = 1, between = () => undefined }: TimingOptions = {},
): Promise<Timing> {
	between();
	await runOnce(n8n, path, warmUp);
	await resetPeak(n8n.pid);
	const seconds: number[] = [];
	do {
		between();
		seconds.push(await runOnce(n8n, path, items));
	} while (isWorthAnother(seconds));
	return { seconds: median(seconds), peakMB: await peakMB(n8n.pid) };
}

function isWorthAnother(seconds: number[]): boolean {
	const total = seconds.reduce((sum, each) => sum + each, 0);
	if (seconds.length < FEWEST) return total < QUICK_SECONDS;
	return seconds.length < MOST && total < QUICK_SECONDS / 2;
}

/** Part (a): every contestant texts the same people, each with a text of their own. */
export async function measureSending(
	bench: BenchN8n,
	services: Services,
	contestants: Contestant[],
	{ items, slowItems }: Settings,
	report: (row: SendingRow) => void,
): Promise<Sending> {
	const empty = async (count: number) => await bench.during({}, (n8n) => timeOf(n8n, EMPTY, count));
	const { seconds: emptySeconds, peakMB: emptyPeakMB } = await empty(items);
	const emptySlow = slowItems === items ? emptySeconds : (await empty(slowItems)).seconds;
	const rows: SendingRow[] = [];
	for (const contestant of contestants) {
		for (const engine of contestant.engines ?? (['default'] as Engine[])) {
			const count = contestant.isSlow ? slowItems : items;
			const timing = await bench.during({ engine, env: services.env }, (n8n) =>
				timeOf(n8n, contestant.id, count, {
					warmUp: contestant.warmUp,
					between: services.reset,
				}),
			);
			const { texted, requests, checks } = services.counts(contestant.service);
			if (texted !== count) {
				throw new Error(`${contestant.name} texted ${texted} of ${count} people.`);
			}
			const factor = items / count;
			const row: SendingRow = {
				contestant: contestant.id,
				name: contestant.name,
				engine,
				measuredItems: count,
				isExtrapolated: factor !== 1,
				requests: Math.round((requests + checks) * factor),
				checks: Math.round(checks * factor),
				seconds:
					factor === 1 ? timing.seconds : emptySeconds + (timing.seconds - emptySlow) * factor,
				peakMB: timing.peakMB,
			};
			rows.push(row);
			report(row);
		}
	}
	return { emptySeconds, emptyPeakMB, bareSeconds: await bareSeconds(services, items), rows };
}
