import { bodies } from './floor.mts';
import { people } from './people.mts';
import { post } from './post.mts';
import type { Services } from './services.mts';
import { median } from './statistics.mts';

const RUNS = 3;

/** Seconds that the requests of Send Bulk take without n8n: only the gateway and its latency. */
export async function bareSeconds(services: Services, items: number): Promise<number> {
	const everybody = people(items);
	const seconds: number[] = [];
	for (let run = 0; run < RUNS; run++) {
		services.reset();
		const begin = performance.now();
		await sendAll(services, everybody);
		seconds.push((performance.now() - begin) / 1000);
	}
	return median(seconds);
}

async function sendAll({ sandbox }: Services, everybody: ReturnType<typeof people>) {
	const { username, token } = sandbox.account;
	for (const body of bodies(everybody, username)) {
		for (const path of ['/api/test', '/api']) {
			const { text } = await post(`${sandbox.baseUrl}${path}`, {
				body,
				contentType: 'application/json',
				token,
			});
			const { status } = JSON.parse(text) as { status: unknown };
			if (Number(status) !== 0) throw new Error(`The gateway says ${text.slice(0, 500)}`);
		}
	}
}
