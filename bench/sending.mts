import { readFile, writeFile } from 'node:fs/promises';
import axios from 'axios';
import type { N8nProcess } from '../demo/n8nProcess.mts';
import type { BenchN8n } from './benchN8n.mts';
import { EMPTY, type Contestant } from './contestants.mts';
import { median, say, sum } from './figures.mts';
import { bodies, people } from './people.mts';
import type { Services } from './services.mts';

/** An execution is measured again until all of them took so many seconds, or there are so many. */
const ENOUGH_SECONDS = 10;
const MOST = 15;

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
	const begin = performance.now();
	await work();
	return (performance.now() - begin) / 1000;
}

/**
 * The median of several executions, and the most memory that n8n held during them, where Linux tells it.
 * @param warmUp items of a first execution that is not measured: it loads everything that n8n loads only once
 * @param between runs before each execution
 */
async function timeOf(
	{ url, pid }: N8nProcess,
	path: string,
	items: number,
	warmUp = 1,
	between = () => {},
) {
	const run = async (count: number) => {
		between();
		return await secondsOf(() => axios.post(`${url}/webhook/${path}?items=${count}`));
	};
	await run(warmUp);
	await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
	const seconds: number[] = [];
	do seconds.push(await run(items));
	while (seconds.length < MOST && sum(seconds) < ENOUGH_SECONDS);
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
	const [, kB] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
	return { seconds: median(seconds), peakMB: kB === undefined ? null : Math.round(+kB / 1024) };
}

/** Seconds that the requests of Send Bulk take without n8n: only the gateway and its latency. */
async function bareSeconds({ sandbox, reset }: Services, items: number): Promise<number> {
	const { username, token } = sandbox.account;
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
	const everybody = people(items);
	const seconds: number[] = [];
	for (let run = 0; run < 3; run++) {
		reset();
		seconds.push(
			await secondsOf(async () => {
				for (const body of bodies(everybody, username)) {
					await axios.post(`${sandbox.baseUrl}/api`, body, { headers });
				}
			}),
		);
	}
	if (sandbox.counters().messages !== items) throw new Error('The gateway refused messages.');
	return median(seconds);
}

export type Sending = Awaited<ReturnType<typeof measureSending>>;

/** Every contestant texts the same people, each with a text of their own. */
export async function measureSending(
	bench: BenchN8n,
	services: Services,
	contestants: Contestant[],
	items: number,
) {
	const empty = await bench.during({}, (n8n) => timeOf(n8n, EMPTY, items));
	const rows = [];
	for (const { id, name, warmUp, engines = ['default' as const] } of contestants) {
		for (const engine of engines) {
			const timing = await bench.during({ engine, env: services.env }, (n8n) =>
				timeOf(n8n, id, items, warmUp, services.reset),
			);
			const { texted, ...counts } = services.counts();
			if (texted !== items) throw new Error(`${name} texted ${texted} of ${items} people.`);
			rows.push({ contestant: id, name, engine, ...counts, ...timing });
			say(rows.at(-1));
		}
	}
	return {
		items,
		/** The same workflow without a node that sends. */
		emptySeconds: empty.seconds,
		emptyPeakMB: empty.peakMB,
		bareSeconds: await bareSeconds(services, items),
		rows,
	};
}

/** Without a warm-up, the smallest count would be measured with code that n8n has hardly run yet. */
const warmUp = 1_000;

export type Scale = Awaited<ReturnType<typeof measureScale>>;

/** Whether ten or a hundred times the items take ten or a hundred times as long, and the memory they take. */
export async function measureScale(bench: BenchN8n, services: Services, { id, name }: Contestant) {
	const rows = [];
	// No latency: the gateway's time is the same for every call, but not for every item, since a call has up to 2,500.
	const between = () => {
		services.reset();
		services.sandbox.setLatency(0);
	};
	for (const items of [1_000, 10_000, 100_000]) {
		const empty = await bench.during({}, (n8n) => timeOf(n8n, EMPTY, items, warmUp));
		const full = await bench.during({}, (n8n) => timeOf(n8n, id, items, warmUp, between));
		rows.push({
			items,
			...full,
			emptySeconds: empty.seconds,
			/** Microseconds, without those of the empty workflow. */
			perItem: ((full.seconds - empty.seconds) * 1e6) / items,
			emptyPeakMB: empty.peakMB,
		});
		say(rows.at(-1));
	}
	return { contestant: name, rows };
}
