import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Contestant } from './contestants.mts';
import type { CpuOrder } from './cpuOrder.mts';
import type { Cpu } from './results.mts';
import type { Services } from './services.mts';

const ITEMS = 10_000;
const RUNS = 15;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Part (b), in other processes, so that the sandbox in this one does not count. */
export async function measureCpu(
	node: string,
	contestants: Contestant[],
	{ sandbox, credentials }: Services,
): Promise<Cpu> {
	const costOf = async (subject: CpuOrder['subject'], parameters: object = {}) => {
		const order: CpuOrder = {
			subject,
			items: ITEMS,
			runs: RUNS,
			parameters,
			credentials: credentials.textMeApi ?? {},
			resetUrl: `${sandbox.baseUrl}/sandbox/reset`,
		};
		const { stdout } = await execa(
			node,
			['--import', 'tsx', 'bench/nodeCpu.mts', JSON.stringify(order)],
			{ cwd: root },
		);
		return Number(stdout.split('\n').at(-1));
	};
	const cpu: Cpu = {
		items: ITEMS,
		floor: await costOf('floor'),
		engine: await costOf('engine'),
		nodes: [],
	};
	for (const { id, name, node: ours } of contestants) {
		cpu.nodes.push({ contestant: id, name, perItem: await costOf('node', ours.parameters) });
	}
	return cpu;
}
