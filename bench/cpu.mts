import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Contestant } from './contestants.mts';
import type { Services } from './services.mts';

/** A measurement for nodeCpu.mts. */
export interface CpuOrder {
	subject: 'floor' | 'engine' | 'node';
	items: number;
	runs: number;
	parameters: object;
	credentials: Record<string, unknown>;
	/** Resets the sandbox before each run, so that its account does not run out of credit. */
	resetUrl: string;
}

const cwd = fileURLToPath(new URL('..', import.meta.url));

export type Cpu = Awaited<ReturnType<typeof measureCpu>>;

/** Microseconds of processor time for each item, in other processes, so that the sandbox in this one does not count. */
export async function measureCpu(
	binary: string,
	contestants: Contestant[],
	{ sandbox, credentials }: Services,
) {
	const given = { items: 10_000, runs: 15, credentials: credentials.textMeApi };
	const resetUrl = `${sandbox.baseUrl}/sandbox/reset`;
	const costOf = async (subject: CpuOrder['subject'], parameters: object = {}) => {
		const order: CpuOrder = { ...given, subject, parameters, resetUrl };
		const args = ['--import', 'tsx', 'bench/nodeCpu.mts', JSON.stringify(order)];
		const { stdout } = await execa(binary, args, { cwd });
		return Number(stdout.split('\n').at(-1));
	};
	const nodes = [];
	for (const { id, name, node } of contestants) {
		nodes.push({ contestant: id, name, perItem: await costOf('node', node.parameters) });
	}
	return {
		items: given.items,
		/** Making, writing and reading the bodies without a node. */
		floor: await costOf('floor'),
		/** n8n's engine with a node that does nothing. */
		engine: await costOf('engine'),
		nodes,
	};
}
