import type { INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { FailureDetails } from './gatewayError';
import type { Operation } from './operation';

export type NodeError = NodeApiError | NodeOperationError;

export function asNodeError(node: INode, error: unknown, itemIndex: number): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/**
 * What comes out for an item that failed. These three keys and no other: n8n then also moves the item to the error
 * output, together with the input it came from.
 */
export function failedItem(
	error: NodeError,
	itemIndex: number,
	externalIds?: string[],
): INodeExecutionData {
	const { outcome, retryable, status, httpStatus } = error.context as Partial<FailureDetails>;
	return {
		json: {
			error: error.message,
			message: error.description ?? error.message,
			// What is refused before the wire has no context of the gateway.
			details: {
				outcome: outcome ?? 'rejected',
				retryable: retryable ?? false,
				status,
				httpStatus,
				externalIds,
			},
		},
		pairedItem: { item: itemIndex },
	};
}

/** Says in the error that stops a run how many items went out before it. */
export function withProgress(error: NodeError, { effect }: Operation, done: number): NodeError {
	if (effect !== 'read' && done > 0) {
		const before = `${done} ${done === 1 ? 'item was' : 'items were'} accepted before this one.`;
		error.description = [error.description, before].filter(Boolean).join(' ');
	}
	return error;
}
