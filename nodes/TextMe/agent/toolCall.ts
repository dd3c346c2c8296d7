import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Identifies the call of a model by its input, so that a repeated call has the same ID. The ID that comes with a call is a
 * new one even when the model repeats the call.
 */
export function toolCall(context: IExecuteFunctions): string {
	const asked = context.getInputData().map(({ json }) => ({ ...json, toolCallId: undefined }));
	return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
}
