import type { WorkflowFile } from '../../../demo/n8nRest.mts';
import { node } from './triggerWorkflow.mts';

type Node = WorkflowFile['nodes'][number];

/** The names of the two nodes of `oneNodeWorkflow`. */
export const START = 'Start';
export const SEND = 'Send';

/** A workflow that is started by hand, of one node that gets the given items. */
export function oneNodeWorkflow(
	name: string,
	{ type, parameters, ...more }: Pick<Node, 'type' | 'parameters'> & Partial<Node>,
	items: Array<Record<string, unknown>>,
): WorkflowFile {
	return {
		name,
		nodes: [node(START, 'n8n-nodes-base.manualTrigger'), node(SEND, type, parameters, more)],
		connections: { [START]: { main: [[{ node: SEND, type: 'main', index: 0 }]] } },
		pinData: { [START]: items.map((json) => ({ json })) },
	};
}
