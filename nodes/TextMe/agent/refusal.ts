import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import { isTool } from './isTool';
import { ALLOWED } from './toolFields';

/** Why a model may not make this call; `undefined` when it may. */
export function refusal(
	node: INode,
	{ action, tool }: Operation,
	parameters: Parameters,
): NodeOperationError | undefined {
	const guard = tool?.guard;
	if (!guard || !isTool(node)) return undefined;
	// As it stands in the node: an expression could be filled in by the model.
	if (node.parameters[ALLOWED] === true) return undefined;
	if (guard.concerns && !guard.concerns(parameters)) return undefined;
	return new NodeOperationError(
		node,
		`AI agents are not allowed to do this (${action}), because ${guard.because}`,
		{
			itemIndex: parameters.itemIndex,
			description: `Nothing was sent or changed. Do not try again; tell the user that a person can allow it with 'Allow in AI Tools' in the node '${node.name}'.`,
		},
	);
}
