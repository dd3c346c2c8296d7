import { createHash } from 'crypto';
import type { IExecuteFunctions, INode } from 'n8n-workflow';

/**
 * Whether the node is in the hands of an agent. n8n gives it a type of its own then, also where it runs it like any other
 * node, as for agents from version 3 on, and where `isToolExecution` therefore says no. The variant for human review is
 * run by n8n, not called by a model.
 */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean =>
	type.endsWith('Tool') && !type.endsWith('HitlTool');

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
