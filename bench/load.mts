import { Agent } from 'node:http';
import { post } from './post.mts';
import { quantile } from './statistics.mts';

export interface LoadOptions {
	url: string;
	body: () => string;
	connections: number;
}

export interface LoadFigures {
	answered: number;
	perSecond: number;
	p50: number;
	p99: number;
	max: number;
	failed: number;
}

/** Each connection posts one after the other, until the time is over; what is under way then is waited for. */
export async function loadFor(
	seconds: number,
	{ url, body, connections }: LoadOptions,
): Promise<LoadFigures> {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const times: number[] = [];
	let failed = 0;
	const begin = performance.now();
	const end = begin + seconds * 1000;
	const connection = async () => {
		while (performance.now() < end) {
			const answer = await post(url, { body: body(), agent }).catch(() => undefined);
			if (answer?.status === 200) times.push(answer.milliseconds);
			else failed++;
		}
	};
	await Promise.all(Array.from({ length: connections }, connection));
	const elapsed = (performance.now() - begin) / 1000;
	agent.destroy();
	return { ...spread(times), answered: times.length, perSecond: times.length / elapsed, failed };
}

/** All of them at once, each on a connection of its own. */
export async function burst(
	count: number,
	{ url, body }: Omit<LoadOptions, 'connections'>,
): Promise<LoadFigures> {
	const begin = performance.now();
	const answers = await Promise.all(
		Array.from({ length: count }, () => post(url, { body: body() }).catch(() => undefined)),
	);
	const elapsed = (performance.now() - begin) / 1000;
	const good = answers.filter((answer) => answer?.status === 200);
	return {
		...spread(good.map((answer) => answer?.milliseconds ?? NaN)),
		answered: good.length,
		perSecond: good.length / elapsed,
		failed: count - good.length,
	};
}

const spread = (times: number[]) => ({
	p50: quantile(times, 0.5),
	p99: quantile(times, 0.99),
	max: quantile(times, 1),
});
