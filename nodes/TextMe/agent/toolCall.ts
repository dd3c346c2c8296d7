import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from './isTool';

/**
 * Names what a model asks for, the same for the same call: by what the agent works on and what the model has filled in.
 * `undefined` where no model is calling.
 */
export function toolCall(context: IExecuteFunctions): string | undefined {
	if (!isTool(context.getNode())) return undefined;
	// The id that the model gives to each call says nothing about what is asked.
	const asked = context.getInputData().map(({ json }) => ({ ...json, toolCallId: undefined }));
	return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
}
