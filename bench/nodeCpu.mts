// Measures the processor time of sending: by one of our nodes in n8n's engine, by the engine with a node that does nothing,
// or by the floor. `node --import tsx bench/nodeCpu.mts <CpuOrder as JSON>` prints microseconds for each item.
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../test/engine/harness/runNode.mts';
import { passBodies } from './floor.mts';
import type { CpuOrder } from './cpuOrder.mts';
import { people } from './people.mts';
import { median } from './statistics.mts';

/** Runs that only warm up. */
const FIRST_RUNS = 3;

const order = JSON.parse(process.argv[2] ?? '') as CpuOrder;
const items = people(order.items).map((person) => ({ ...person }));

const work: Record<CpuOrder['subject'], () => Promise<void>> = {
	floor: () => Promise.resolve(passBodies(items, String(order.credentials.username))),
	engine: () => run('test.start'),
	node: () => run(),
};

async function run(type?: string) {
	const { error } = await runNode({
		parameters: order.parameters as INodeParameters,
		credentials: order.credentials as ICredentialDataDecryptedObject,
		items,
		...(type && { type }),
	});
	if (error) throw error;
}

const costs: number[] = [];
for (let index = -FIRST_RUNS; index < order.runs; index++) {
	await fetch(order.resetUrl, { method: 'POST' });
	const before = process.cpuUsage();
	await work[order.subject]();
	const { user, system } = process.cpuUsage(before);
	if (index >= 0) costs.push((user + system) / order.items);
}
console.log(median(costs));
process.exit(0);
