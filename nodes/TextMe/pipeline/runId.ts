import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Names one run of one node, e.g. `n8n-3f9a2c-1042-0`: node, execution, run. External ids are made from it: the same run
 * always gives the same ids, so that a send whose answer was lost can be looked up, and no other run gives them, so that
 * delivery reports stay unambiguous.
 */
export function runId(context: IExecuteFunctions): string {
	const node = createHash('sha256')
		.update(`${context.getWorkflow().id}/${context.getNode().id}`)
		.digest('hex')
		.slice(0, 6);
	const { $runIndex } = context.getWorkflowDataProxy(0);
	return `n8n-${node}-${context.getExecutionId()}-${$runIndex}`;
}
