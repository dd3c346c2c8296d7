import type { INodeParameters } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { permissionLabel, permissionName } from '../agent/tool';
import type { Part } from './fate';
import { byItem } from './sharedRequest';
import type { Item } from './row';
import { fail } from './run';
import type { Run } from './run';

/** Fails the items that a model needs permission for, and returns the others. */
export function permitted<P extends Part>(run: Run, parts: P[]): P[] {
	if (!run.isTool) return parts;
	return [...byItem(parts)].flatMap(([itemIndex, own]) => {
		const refused = refusal(run, run.rows[itemIndex]?.item as Item);
		if (!refused) return own;
		fail(run, own, refused);
		return [];
	});
}

function refusal(
	{ node, resource, operation }: Run,
	{ itemIndex, value }: Item,
): NodeOperationError | undefined {
	const { guard } = operation;
	if (!guard || !('because' in guard)) return undefined;
	// Use the stored value, not an evaluated one: a model could fill in an expression.
	const { parameters } = node;
	const holder = guard.isOption ? ((parameters.options ?? {}) as INodeParameters) : parameters;
	if (holder[permissionName(resource, operation)] === true) return undefined;
	if (guard.concerns && !guard.concerns(value as never)) return undefined;
	return new NodeOperationError(
		node,
		`AI agents are not allowed to do this (${operation.action}), because ${guard.because}`,
		{
			itemIndex,
			description: `Nothing was sent or changed. Do not try again; tell the user that a person can allow it with '${permissionLabel(guard.lets)}' in the node '${node.name}'.`,
		},
	);
}
