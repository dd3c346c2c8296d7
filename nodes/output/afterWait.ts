import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** Sets what n8n passes on where a wait ends without an output of the node: at its time limit, or if a person retries it. */
export function passOnAfterWait(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	const execution = context.getExecuteData();
	// n8n would pass on the node's input. The old arrays belong to the previous node.
	execution.data = { ...execution.data, main: [items] };
	// When the wait ends, n8n disables this object. Shared, it would skip all runs of the node that are due: nobody is texted,
	// and the input, which strangers may have written, passes for an answer.
	execution.node = { ...execution.node };
}
