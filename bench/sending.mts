import { readFile, writeFile } from 'node:fs/promises';
import axios from 'axios';
import type { N8nProcess } from '../demo/n8nProcess.mts';
import type { BenchN8n } from './benchN8n.mts';
import type { Contestant } from './contestants.mts';
import { median, say, sum } from './figures.mts';
import type { Services } from './services.mts';

/** Repeats an execution until all together took this many seconds, or `MOST` times. */
const ENOUGH_SECONDS = 4;
const MOST = 15;
/** The most items of the first execution, which is not measured. */
const WARM_UP = 1_000;

/**
 * The median of several executions, and n8n's peak memory if Linux reports it. The first execution is not measured, because n8n
 * then loads what it loads only once.
 */
async function timeOf(
	{ url, pid }: N8nProcess,
	path: string,
	items: number,
	before: (count: number) => Promise<void>,
) {
	const run = async (count: number) => {
		await before(count);
		const begin = performance.now();
		await axios.post(`${url}/webhook/${path}?items=${count}`);
		return (performance.now() - begin) / 1000;
	};
	await run(Math.min(WARM_UP, items / 10));
	await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
	const seconds: number[] = [];
	do seconds.push(await run(items));
	while (seconds.length < MOST && sum(seconds) < ENOUGH_SECONDS);
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	const [, kB] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
	return { seconds: median(seconds), peakMB: kB === undefined ? null : Math.round(+kB / 1024) };
}

/** All contestants text the same people with different texts, or read the reports about the same texts. */
export async function measureItems(
	bench: BenchN8n,
	services: Services,
	items: number,
	contestants: Contestant[],
) {
	const rows = [];
	for (const { id, name, reads } of contestants) {
		const timing = await bench.during(services.env, (n8n) =>
			timeOf(n8n, id, items, async (count) => {
				services.reset();
				if (reads) await services.prepareReports(count);
			}),
		);
		const { texted, requests } = services.counts();
		if (id !== 'empty' && texted !== items)
			throw new Error(`${name} texted ${texted} of ${items}.`);
		rows.push({ name, items, requests, ...timing });
		say(rows.at(-1));
	}
	return rows;
}
