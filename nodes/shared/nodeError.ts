import type { IDataObject, INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Outcome } from '../../gateway/status';
import type { CheckFault, FailureDetails } from './gatewayError';
import { howToFindOut } from './gatewayError';

export type NodeError = NodeApiError | NodeOperationError;

export const isNodeError = (error: unknown): error is NodeError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

export function asNodeError(node: INode, error: unknown, itemIndex: number): NodeError {
	if (isNodeError(error)) return error;
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/** The error of what this run did not send. */
export function notSent(
	node: INode,
	message: string,
	{
		retryable = false,
		...options
	}: { description: string; itemIndex?: number; retryable?: boolean },
): NodeError {
	const error = new NodeOperationError(node, message, options);
	Object.assign(error.context, { outcome: 'rejected', retryable });
	return error;
}

/** The same error about another item. */
export function aboutItem(node: INode, error: NodeError, itemIndex: number): NodeError {
	const message = `${error.message.replace(/ \[item \d+\]$/, '')} [item ${itemIndex}]`;
	const copy = new NodeOperationError(node, message, {
		itemIndex,
		description: error.description ?? undefined,
	});
	Object.assign(copy.context, error.context, { itemIndex });
	return copy;
}

/** `unknown` when the gateway may have acted on the request all the same. */
export const outcomeOf = ({ context }: NodeError): Outcome =>
	(context as Partial<FailureDetails>).outcome ?? 'rejected';

/** What is wrong with the test address itself. */
export const checkFaultOf = ({ context }: NodeError): CheckFault | undefined =>
	(context as Partial<FailureDetails>).check;

/** The status with which the gateway refused. */
export const statusOf = ({ context }: NodeError): number | undefined =>
	(context as Partial<FailureDetails>).status;

/** What comes out for an item that failed; see `forErrorOutput` too. */
export function failedItem(
	error: NodeError,
	itemIndex: number,
	externalIds?: string[],
): INodeExecutionData {
	// An item that was refused before the request has no details of the gateway.
	const context = error.context as Partial<FailureDetails>;
	const { retryable = false, status, httpStatus, offList } = context;
	return {
		json: {
			error: error.message,
			message: error.description ?? error.message,
			details: {
				outcome: outcomeOf(error),
				retryable,
				status,
				httpStatus,
				externalIds: externalIds ?? context.externalIds,
				...(offList && { offList }),
			},
		},
		pairedItem: { item: itemIndex },
	};
}

/**
 * The item for the error output, where n8n puts it on top of the input item: everything of ours is under `error`, so that the
 * fields of the item stay. n8n before 2.35.5 takes an item with any other field for a success.
 */
export function forErrorOutput(json: IDataObject): IDataObject {
	const { error, message, details } = json;
	if (error === undefined || details === undefined) return json;
	return { error: { message: error, description: message, ...(details as IDataObject) } };
}

/** An error carries its node with all parameters, and n8n hands both on, to error workflows for example. */
export function withoutPasswords(error: NodeError, fields: INodeProperties[]): NodeError {
	const passwords = fields.filter(({ typeOptions }) => typeOptions?.password);
	if (passwords.length === 0) return error;
	const masked = Object.fromEntries(passwords.map(({ name }) => [name, '***']));
	const parameters = { ...error.node.parameters, ...masked };
	return Object.assign(error, { node: { ...error.node, parameters } });
}

/** Of an item that was refused before a request was made. */
export const NOTHING_SENT = 'Nothing was sent for this item.';

/** What became of the items of a run that an error stopped. */
export interface Progress {
	items: number;
	accepted: number;
	/** The external IDs of each item that may or may not have been sent. */
	doubtful: string[][];
}

/** Adds to the error that stops a run what became of its other items. */
export function withProgress(error: NodeError, progress: Progress): NodeError {
	const { items, accepted, doubtful } = progress;
	const others = (count: number) => `${count} other ${count === 1 ? 'item was' : 'items were'}`;
	const isBeforeAll = accepted + doubtful.length === 0 && items > 1;
	error.description = [
		isBeforeAll
			? error.description?.replace(
					NOTHING_SENT,
					`Nothing was sent (0 of ${items}). To let the other items through, open the settings of the node and set 'On Error' to 'Continue'.`,
				)
			: error.description,
		accepted > 0 && `${others(accepted)} carried out.`,
		doubtful.length > 0 &&
			`It is not known whether ${others(doubtful.length)} sent as well. ${howToFindOut(doubtful.flat())}`,
	]
		.filter(Boolean)
		.join(' ');
	return error;
}
