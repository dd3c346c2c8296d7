import { createHash } from 'crypto';
import type { IExecuteFunctions, INode } from 'n8n-workflow';

/**
 * Whether a model calls the node as a tool. n8n then gives the node a type that ends in "Tool", also for agents from version
 * 3 on, where `isToolExecution` says no. n8n itself runs the variant for human review, whose type ends in "HitlTool".
 */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean =>
	type.endsWith('Tool') && !type.endsWith('HitlTool');

/** Identifies the call of a model by its input, so that a repeated call has the same ID. `undefined` when no model calls. */
export function toolCall(context: IExecuteFunctions): string | undefined {
	if (!isTool(context.getNode())) return undefined;
	// The model gives each call an ID of its own, also when it repeats one.
	const asked = context.getInputData().map(({ json }) => ({ ...json, toolCallId: undefined }));
	return createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 16);
}
