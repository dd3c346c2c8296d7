// What sending costs the processor: our node inside n8n's engine, the engine with a node that does nothing, and the
// floor. `node --import tsx bench/nodeCpu.mts <CpuOrder as JSON>` prints microseconds for each item.
import { pathToFileURL } from 'node:url';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../test/engine/harness/runNode.mts';
import { passBodies } from './floor.mts';
import { people } from './people.mts';
import { median } from './statistics.mts';

export interface CpuOrder {
	items: number;
	runs: number;
	parameters: object;
	credentials: Record<string, unknown>;
	/** The sandbox forgets what it was sent before, so that it does not run out of credit. */
	resetUrl: string;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	await main(JSON.parse(process.argv[2] ?? '') as CpuOrder);
}

async function main({ items: count, runs, parameters, credentials, resetUrl }: CpuOrder) {
	const items = people(count).map((person) => ({ ...person }));
	const run = async (type?: string) => {
		const { error } = await runNode({
			parameters: parameters as INodeParameters,
			credentials: credentials as ICredentialDataDecryptedObject,
			items,
			...(type && { type }),
		});
		if (error) throw error;
	};
	const forget = async () => void (await fetch(resetUrl, { method: 'POST' }));
	const perItem = async (work: () => Promise<void> | void) => {
		const costs: number[] = [];
		// The first runs only warm up.
		for (let index = -3; index < runs; index++) {
			await forget();
			const before = process.cpuUsage();
			await work();
			const { user, system } = process.cpuUsage(before);
			if (index >= 0) costs.push((user + system) / count);
		}
		return median(costs);
	};
	const figures = {
		floor: await perItem(() => void passBodies(items, 'demo')),
		engine: await perItem(() => run('test.start')),
		node: await perItem(() => run()),
	};
	console.log(JSON.stringify(figures));
	process.exit(0);
}
