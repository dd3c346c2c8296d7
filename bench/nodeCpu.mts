// Measures the processor time of sending: by one of our nodes in n8n's engine, by the engine with a node that does nothing,
// or by making, writing and reading the bodies. `node --import tsx bench/nodeCpu.mts <CpuOrder as JSON>` prints microseconds.
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../test/engine/harness/runNode.mts';
import type { CpuOrder } from './cpu.mts';
import { median } from './figures.mts';
import { bodies, people } from './people.mts';

/** Runs that only warm up. */
const FIRST_RUNS = 3;

const order = JSON.parse(process.argv[2] ?? '') as CpuOrder;
const everybody = people(order.items);

const work: Record<CpuOrder['subject'], () => unknown> = {
	floor: () =>
		bodies(everybody, String(order.credentials.username)).forEach((body) => void JSON.parse(body)),
	engine: () => run('test.start'),
	node: () => run(),
};

async function run(type?: string) {
	const { error } = await runNode({
		parameters: order.parameters as INodeParameters,
		credentials: order.credentials as ICredentialDataDecryptedObject,
		items: everybody,
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
