import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../agent/tool';

/**
 * Whether an item that failed comes out as one. It does for a model, unless the user says otherwise: what is raised reaches
 * it without its description, and with agents before version 3 not at all.
 */
export function goesOn(context: IExecuteFunctions): boolean {
	// Asked for every item that fails, and n8n copies the whole node each time it is asked for it.
	if (context.continueOnFail()) return true;
	const node = context.getNode();
	return isTool(node) && node.onError !== 'stopWorkflow';
}
