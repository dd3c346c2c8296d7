import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** n8n's view of another node: the items of an output of its last run, and the one that the current item comes from. */
export interface OtherNode {
	isExecuted: boolean;
	item?: INodeExecutionData;
	all(output?: number): INodeExecutionData[] | undefined;
}

/** Other nodes by name, as an expression of an item sees them. */
export const nodesSeenFrom = (context: IExecuteFunctions, itemIndex: number) =>
	context.getWorkflowDataProxy(itemIndex).$ as unknown as (name: string) => OtherNode;

/** Undefined if the current item comes from no item of this node, or from several. */
export function itemOf(node: OtherNode): INodeExecutionData | undefined {
	try {
		return node.item;
	} catch {
		return undefined;
	}
}

/** The items of an output; undefined if the node has not run, or has no such output. */
function outputOf(node: OtherNode, output: number): INodeExecutionData[] | undefined {
	try {
		return node.all(output) ?? [];
	} catch {
		return undefined;
	}
}

/** More outputs than a node has. */
const TOO_MANY = 1_000;

/** The items of all outputs. */
export function allOf(node: OtherNode): INodeExecutionData[] {
	// A pinned node gives its items for any output.
	const end = outputOf(node, TOO_MANY) ? 1 : TOO_MANY;
	const all: INodeExecutionData[] = [];
	for (let output = 0; output < end; output++) {
		const items = outputOf(node, output);
		if (!items) break;
		all.push(...items);
	}
	return all;
}
