import { readFile, writeFile } from 'node:fs/promises';
import axios from 'axios';
import type { N8nProcess } from '../demo/n8nProcess.mts';
import type { BenchN8n } from './benchN8n.mts';
import { EMPTY, type Contestant } from './contestants.mts';
import type { Services } from './services.mts';

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Says how far the measurement is. */
export const say = (row: unknown) =>
	console.log(`${new Date().toISOString().slice(11, 19)}  ${JSON.stringify(row)}`);

/** An execution is measured again until all of them took so many seconds, or there are so many. */
const ENOUGH_SECONDS = 10;
const MOST = 15;
/** Items of the execution that is not measured. */
const WARM_UP = 1_000;

/**
 * The median of several executions, and the most memory that n8n held during them, where Linux tells it. A first execution
 * loads everything that n8n loads only once, and is not measured.
 */
async function timeOf({ url, pid }: N8nProcess, path: string, items: number, before: () => void) {
	const run = async (count: number) => {
		before();
		const begin = performance.now();
		await axios.post(`${url}/webhook/${path}?items=${count}`);
		return (performance.now() - begin) / 1000;
	};
	await run(WARM_UP);
	await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
	const seconds: number[] = [];
	do seconds.push(await run(items));
	while (seconds.length < MOST && sum(seconds) < ENOUGH_SECONDS);
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	const [, kB] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
	return { seconds: median(seconds), peakMB: kB === undefined ? null : Math.round(+kB / 1024) };
}

/** Every contestant texts the same people, each with a text of their own, beside a workflow that sends nothing. */
export async function measureSending(
	bench: BenchN8n,
	services: Services,
	contestants: Contestant[],
	items: number,
) {
	const rows = [];
	for (const { id, name } of [{ id: EMPTY, name: 'Nobody' }, ...contestants]) {
		const timing = await bench.during({}, (n8n) => timeOf(n8n, id, items, services.sandbox.reset));
		const { texted, requests } = services.counts();
		if (id !== EMPTY && texted !== items) throw new Error(`${name} texted ${texted} of ${items}.`);
		rows.push({ name, items, requests, ...timing });
		say(rows.at(-1));
	}
	return rows;
}
