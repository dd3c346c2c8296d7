import type { IExecuteFunctions } from 'n8n-workflow';

/** Shows a sentence beside the output of the node. */
export function hint(
	context: IExecuteFunctions,
	message: string | undefined,
	type: 'info' | 'warning' = 'warning',
): void {
	if (message) context.addExecutionHints({ message, type, location: 'outputPane' });
}
