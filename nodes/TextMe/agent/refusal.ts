import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import { isTool } from './isTool';
import { permissionName } from './toolFields';

/** Why a model may not make this call; `undefined` when it may. */
export function refusal(
	node: INode,
	resource: string,
	operation: Operation,
	parameters: Parameters,
): NodeOperationError | undefined {
	const { guard } = operation;
	if (!guard || !('because' in guard) || !isTool(node)) return undefined;
	// As it stands in the node: an expression could be filled in by the model.
	if (node.parameters[permissionName(resource, operation)] === true) return undefined;
	if (guard.concerns && !guard.concerns(parameters)) return undefined;
	return notAllowed(
		node,
		parameters,
		`do this (${operation.action}), because ${guard.because}`,
		"can allow it with 'Allow for AI Models'",
	);
}

/** `person` continues a sentence about what a person can do. */
export const notAllowed = (
	node: INode,
	{ itemIndex }: Parameters,
	what: string,
	person: string,
): NodeOperationError =>
	new NodeOperationError(node, `AI agents are not allowed to ${what}`, {
		itemIndex,
		description: `Nothing was sent or changed. Do not try again; tell the user that a person ${person} in the node '${node.name}'.`,
	});
