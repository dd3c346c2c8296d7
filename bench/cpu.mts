import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Contestant } from './contestants.mts';
import type { CpuOrder } from './nodeCpu.mts';
import type { Cpu } from './results.mts';
import type { Services } from './services.mts';

const ITEMS = 10_000;
const RUNS = 15;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Part (b), in a process of its own: the sandbox here must not count. */
export async function measureCpu(
	node: string,
	{ name, node: { parameters } }: Contestant,
	{ sandbox, credentials }: Services,
): Promise<Cpu> {
	const order: CpuOrder = {
		items: ITEMS,
		runs: RUNS,
		parameters,
		credentials: credentials.textMeApi ?? {},
		resetUrl: `${sandbox.baseUrl}/sandbox/reset`,
	};
	const { stdout } = await promisify(execFile)(
		node,
		['--import', 'tsx', 'bench/nodeCpu.mts', JSON.stringify(order)],
		{ cwd: root, maxBuffer: 2 ** 24 },
	);
	const figures = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Omit<
		Cpu,
		'contestant' | 'items'
	>;
	return { contestant: name, items: ITEMS, ...figures };
}
