import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Findings, Watch, Watched } from './watch';
import { isInDoubt, watchedOutput } from './watchedOutput';

/** The items of a watch that has ended. */
export function watchResult(context: IExecuteFunctions): INodeExecutionData[][] {
	const { watch, findings } = context.getInputData()[0]?.json as unknown as Watched;
	stopIfInDoubt(context, watch, findings);
	return [watchedOutput(watch, findings, Date.now())];
}

/** Nothing was found out about a send whose answer was lost: the workflow stops with what was said about it then. */
export function stopIfInDoubt(context: IExecuteFunctions, watch: Watch, findings: Findings): void {
	const doubt = watch.items.find((item, index) => isInDoubt(item, findings, index));
	if (!doubt || !watch.stopOnDoubt) return;
	throw new NodeOperationError(context.getNode(), String(doubt.json.error), {
		description: String(doubt.json.message),
	});
}
