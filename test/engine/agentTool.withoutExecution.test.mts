import { ExecuteContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	Workflow,
} from 'n8n-workflow';
import { additionalData, type NodeRun, workflowWith } from './harness/runNode.mts';
import { useSandbox } from './harness/useSandbox.mts';
import { withExpressions } from './harness/withExpressions.mts';

const fixture = useSandbox();

const HOUR = 3_600_000;
const realNow = Date.now;
let now = realNow();
/** Two hours later, what an earlier test sent no longer counts. */
beforeEach(() => {
	now += 2 * HOUR;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
const NUMBERS = Array.from({ length: 12 }, (_, last) => `05011111${String(last).padStart(2, '0')}`);

/**
 * Runs the node as n8n's own Agents run a tool (n8n's `EphemeralNodeExecutor`): neither workflow nor execution has an ID, and
 * the execution has only the input.
 */
async function runWithoutExecution(options: NodeRun): Promise<INodeExecutionData[]> {
	const { nodes, nodeTypes } = await workflowWith(options);
	const node = Object.values(nodes).find(({ name }) => name === 'TextMe');
	if (!node) throw new Error('There is no node');
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additional = { ...additionalData(options, workflow), executionId: undefined };
	const items = (options.items ?? [{}]).map((json) => ({ json }));
	const input = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		node,
		additional,
		'internal',
		createEmptyRunExecutionData(),
		0,
		items,
		input,
		{ node, data: input, source: null },
		[],
	);
	const type = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return await withExpressions(workflow, async () => {
		const [output] = ((await type.execute?.call(context)) ?? []) as INodeExecutionData[][];
		return output ?? [];
	});
}

type Call = (values: INodeParameters, items?: IDataObject[]) => Promise<IDataObject[]>;

const tool = { type: 'n8n-nodes-textme.textMeTool' };
const send = { resource: 'sms', operation: 'send', source: 'TextMe', message: 'Hello' };

const byMcp: Call = async (values, items) => {
	const parameters = { ...send, ...values };
	const result = await fixture.runWell(parameters, { ...tool, items, executionId: '' });
	return result.items.map(({ json }) => json);
};
const byAgents: Call = async (values, items) => {
	const parameters = { ...send, ...values };
	const credentials = fixture.credentials();
	const output = await runWithoutExecution({ ...tool, parameters, credentials, items });
	return output.map(({ json }) => json);
};

const CALLERS: Array<[string, Call]> = [
	["n8n's MCP Server Trigger", byMcp],
	["n8n's own Agents", byAgents],
];

const texts = () => fixture.sandbox.messages();

describe.each(CALLERS)('a call by %s, which has no execution', (_, call) => {
	const atMost = (figure: number) => ({ options: { limits: { mostMessages: { figure } } } });
	const callEach = async (phones: string[], values: INodeParameters = {}) => {
		const results: IDataObject[] = [];
		for (const phone of phones) results.push(...(await call({ phones: phone, ...values })));
		return results;
	};

	test('sends ten messages in an hour', async () => {
		const results = await callEach(NUMBERS);
		expect(texts()).toHaveLength(10);
		expect(results.slice(10)).toMatchObject(
			[10, 10].map((sent) => ({
				error: `'Maximum Messages' is 10, and this run has 11, with the ${sent} of earlier calls in the last hour`,
			})),
		);
		now += HOUR - 60_000;
		await callEach(NUMBERS.slice(10));
		expect(texts()).toHaveLength(10);
		now += 120_000;
		await callEach(NUMBERS.slice(10));
		expect(texts()).toHaveLength(12);
	});

	test('is within the limit of its node, whoever else has sent', async () => {
		await callEach(NUMBERS.slice(0, 6), atMost(100));
		await callEach(NUMBERS.slice(6), atMost(8));
		expect(texts()).toHaveLength(8);
	});

	test('texts no more people at once than the limit', async () => {
		const [refused] = await call({ phones: NUMBERS.join() });
		expect(refused?.error).toBe("'Maximum Messages' is 10, and this run has 12");
		expect(texts()).toHaveLength(0);
		// Refused messages do not count, even if the service refused them.
		await call({ phones: NUMBERS.slice(2).join(), source: 'Nobody' });
		await call({ phones: NUMBERS.slice(2).join() });
		expect(texts()).toHaveLength(10);
	});

	test('has external IDs that no other call has', async () => {
		await callEach(NUMBERS.slice(0, 3));
		const ids = texts().map(({ externalId = '' }) => externalId);
		expect(new Set(ids).size).toBe(3);
		for (const id of ids) expect(id).toMatch(/^n8n-[0-9a-f]{6}-[0-9a-f]{12}-/);
	});

	test('reads without an execution as with one', async () => {
		const [read] = await call({ resource: 'account', operation: 'getBalance' });
		expect(read).toHaveProperty('balance');
	});
});

test('counts both tools together', async () => {
	for (const phones of NUMBERS.slice(0, 6)) await byMcp({ phones });
	for (const phones of NUMBERS.slice(6)) await byAgents({ phones });
	expect(texts()).toHaveLength(10);
});

test('gives an execution, and each account, a limit of its own', async () => {
	for (const phones of NUMBERS.slice(0, 10)) await byMcp({ phones });
	const other = { ...tool, account: fixture.sandbox.reseller, executionId: '' };
	const byOther = await fixture.run({ ...send, phones: '0507654322' }, other);
	expect(byOther.items[0]?.json).toMatchObject({ accepted: true });
	const { items } = await fixture.run({ ...send, phones: '0507654321' }, tool);
	expect(items[0]?.json).toMatchObject({ accepted: true });
});

test('refuses an idempotency key where n8n remembers nothing', async () => {
	const options = { idempotencyKey: 'order-1' };
	const [refused] = await byAgents({ phones: '0501234567', options });
	expect(refused?.error).toMatch(/^'Idempotency Key' cannot be remembered in n8n's own Agents/);
	expect(fixture.sandbox.requests()).toEqual([]);
});

test.each([
	['contact list', { resource: 'contactList', operation: 'create', listName: 'VIP' }],
	[
		'one-time code',
		{ resource: 'otp', operation: 'send', phone: '0501234567', text: 'Your code is [code]' },
	],
	['number on the blocklist', { resource: 'blocklist', operation: 'add' }],
])("writes and sends for n8n's own Agents: a %s", async (_, values) => {
	const [done] = await byAgents({ phones: '0501234567', contactFields: {}, ...values });
	expect(done).not.toHaveProperty('error');
	expect(fixture.sandbox.requests()).toHaveLength(1);
});
