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

/** Posts on each connection, one request after the other, until the time is over. */
export async function loadFor(seconds: number, options: LoadOptions): Promise<LoadFigures> {
	const end = performance.now() + seconds * 1000;
	return await load(() => performance.now() < end, options);
}

/** Posts on each connection, one request after the other, until there are `count` requests. */
export async function loadOf(count: number, options: LoadOptions): Promise<LoadFigures> {
	let left = count;
	return await load(() => left-- > 0, options);
}

/** Waits for the requests that are under way at the end. */
async function load(
	goesOn: () => boolean,
	{ url, body, connections }: LoadOptions,
): Promise<LoadFigures> {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const times: number[] = [];
	let failed = 0;
	const begin = performance.now();
	const connection = async () => {
		while (goesOn()) {
			const answer = await post(url, { body: body(), agent }).catch(
				(error: unknown) => error as Error,
			);
			if ('status' in answer && answer.status === 200) times.push(answer.milliseconds);
			else if (failed++ === 0) console.error('The first that failed:', answer);
		}
	};
	await Promise.all(Array.from({ length: connections }, connection));
	const elapsed = (performance.now() - begin) / 1000;
	agent.destroy();
	return { ...spread(times), answered: times.length, perSecond: times.length / elapsed, failed };
}

/** Posts `count` requests at once, each on its own connection. */
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
