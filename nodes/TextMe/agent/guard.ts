import { NodeOperationError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';

import type { Operation } from '../operation';
import type { Parameters } from '../parameters';
import { permissionName } from './toolFields';

/** Whether a model needs permission for an operation that changes the account or reaches people. */
export type Guard = NeedsPermission | NeedsNone;

interface NeedsPermission {
	/** Why a person has to allow the operation in the node; continues a sentence after "because". */
	because: string;
	/** Whether a call needs permission; every call does when left out. */
	concerns?(parameters: Parameters): boolean;
}

interface NeedsNone {
	/** Why a model needs no permission; shown nowhere. */
	harmless: string;
}

/** The number of people a call messages. A contact list counts as one, because its length is unknown. */
export type Messages = (parameters: Parameters) => number;

/** Requires a guard of every operation that does more than read. */
export type Guarded =
	| { effect: 'read'; guard?: undefined; messages?: undefined }
	| { effect: 'write'; guard: Guard; messages?: Messages }
	| { effect: 'send'; guard: Guard; messages: Messages };

/** Why a model may not make this call; `undefined` when it may. */
export function refusal(
	node: INode,
	resource: string,
	operation: Operation,
	parameters: Parameters,
): NodeOperationError | undefined {
	const { guard } = operation;
	if (!guard || !('because' in guard)) return undefined;
	// The stored value, not an evaluated one: a model could fill in an expression.
	if (node.parameters[permissionName(resource, operation)] === true) return undefined;
	if (guard.concerns && !guard.concerns(parameters)) return undefined;
	return notAllowed(
		node,
		parameters,
		`do this (${operation.action}), because ${guard.because}`,
		"can allow it with 'Allow for AI Models'",
	);
}

/** `person` continues the sentence "a person …". */
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
