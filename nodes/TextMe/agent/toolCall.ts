import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { hasExpression } from '../parameters/runParameters';

/**
 * Identifies the call of a model by its input and by what it makes of the fields, so that a repeated call has the same ID, and
 * one with the same words for the next person of a loop has not. The ID that comes with a call is a new one even when the model
 * repeats the call.
 */
export function toolCall(context: IExecuteFunctions): string {
	const names = Object.entries(context.getNode().parameters).flatMap(([name, value]) =>
		name !== 'options' && hasExpression(value) ? name : [],
	);
	const asked = context.getInputData().map(({ json }, itemIndex) => ({
		input: { ...json, toolCallId: undefined },
		values: names.map((name) => valueOf(context, name, itemIndex)),
	}));
	return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
}

function valueOf(context: IExecuteFunctions, name: string, itemIndex: number): unknown {
	try {
		return context.getNodeParameter(name, itemIndex);
	} catch {
		return undefined;
	}
}
