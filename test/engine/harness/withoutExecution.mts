import { ExecuteContext } from 'n8n-core';
import { createEmptyRunExecutionData, type INodeExecutionData, Workflow } from 'n8n-workflow';
import type { NodeRun } from './runNode.mts';
import { additionalData, workflowWith } from './runNode.mts';
import { withExpressions } from './withExpressions.mts';

/**
 * Runs the node as n8n's own Agents run a tool (n8n's `EphemeralNodeExecutor`): neither workflow nor execution has an ID, and
 * the execution has only the input.
 */
export async function runWithoutExecution(options: NodeRun): Promise<INodeExecutionData[]> {
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
