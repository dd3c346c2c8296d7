import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { hasExpression } from '../parameters/runParameters';

/**
 * Identifies a model's call by its input and the values of its fields. A repeated call has the same ID; the same words for the
 * next person in a loop have another. We do not use n8n's own call ID: a repeated call gets a new one.
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
