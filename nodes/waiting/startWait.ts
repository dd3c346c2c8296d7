import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { passOnAfterWait } from '../output/afterWait';
import { runStep } from './subExecution';
import type { Watch } from './wait';
import { outcomesOf } from './wait';

/** Starts a wait, whose outcomes later replace the returned items. */
export async function startWait(
	context: IExecuteFunctions,
	watch: Watch,
): Promise<INodeExecutionData[]> {
	const { waitTill, data } = await runStep(context, 'supervise', { ...watch }).catch(
		({ message }: Error) => {
			throw new NodeOperationError(
				context.getNode(),
				`The wait for replies could not start: ${message}`,
				{ description: 'The questions are on their way; do not send them again.' },
			);
		},
	);
	if (!waitTill) return data[0] ?? [];
	const output = outcomesOf(watch, { answers: {} }, watch.since);
	passOnAfterWait(context, output);
	// Leaves out failed items: for them, "Retry On Fail" would start a second wait.
	return output.filter(({ json }) => json.error === undefined);
}
