import autocannon from 'autocannon';

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

/** Posts on each connection, one request after the other, for some seconds or until there are so many. */
export async function load(
	until: { duration: number } | { amount: number },
	{ url, body, connections }: LoadOptions,
): Promise<LoadFigures> {
	const { latency, duration, errors, ...result } = await autocannon({
		url,
		connections,
		...until,
		// Some contestants take long.
		timeout: 600,
		requests: [
			{
				method: 'POST',
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
				setupRequest: (request) => ({ ...request, body: body() }),
			},
		],
	});
	const answered = result['2xx'];
	const { p50, p99, max } = latency;
	return {
		answered,
		perSecond: answered / duration,
		p50,
		p99,
		max,
		failed: errors + result.non2xx,
	};
}
