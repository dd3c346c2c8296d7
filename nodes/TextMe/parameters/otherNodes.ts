import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** n8n's view of another node: the items of an output, by default of its last run, and the one that the current item comes from. */
export interface OtherNode {
	isExecuted: boolean;
	item?: INodeExecutionData;
	all(output?: number, run?: number): INodeExecutionData[] | undefined;
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

/** The items of an output; undefined if there is no such output or run. */
function outputOf(node: OtherNode, output: number, run?: number): INodeExecutionData[] | undefined {
	try {
		return node.all(output, run) ?? [];
	} catch {
		return undefined;
	}
}

/** More outputs and runs than a node has. */
const TOO_MANY = 1_000_000;

/** A pinned node gives its items for any output and run. */
const isPinned = (node: OtherNode): boolean => outputOf(node, TOO_MANY, TOO_MANY) !== undefined;

/** The items of all outputs. */
export function allOf(node: OtherNode): INodeExecutionData[] {
	const all: INodeExecutionData[] = [];
	const outputs = isPinned(node) ? 1 : Infinity;
	for (let output = 0; output < outputs; output++) {
		const items = outputOf(node, output);
		if (!items) break;
		all.push(...items);
	}
	return all;
}

/** How often a node has run: the first run that n8n does not know. */
export function runsOf(node: OtherNode): number {
	if (isPinned(node)) return 1;
	let [known, unknown] = [0, TOO_MANY];
	while (known < unknown) {
		const run = Math.floor((known + unknown) / 2);
		if (outputOf(node, 0, run)) known = run + 1;
		else unknown = run;
	}
	return known;
}
