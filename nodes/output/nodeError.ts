import type { IDataObject, INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Outcome } from '../../gateway/status';
import { ofItem } from './sentence';
import type { FailureDetails } from '../connection/gatewayError';

export type NodeError = NodeApiError | NodeOperationError;

export const isNodeError = (error: unknown): error is NodeError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

export function asNodeError(node: INode, error: unknown, itemIndex: number): NodeError {
	if (isNodeError(error)) return error;
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/** The error for a message that this run did not send. */
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

/** The error for an item that was refused before any request for it. */
export const refusedItem = (node: INode, itemIndex: number, message: string): NodeOperationError =>
	new NodeOperationError(node, ofItem(message, itemIndex), {
		itemIndex,
		description: NOTHING_SENT,
	});

/** Copies an error for another item. */
export function aboutItem(node: INode, error: NodeError, itemIndex: number): NodeError {
	const message = ofItem(error.message, itemIndex);
	const copy = new NodeOperationError(node, message, {
		itemIndex,
		description: error.description ?? undefined,
	});
	Object.assign(copy.context, error.context, { itemIndex });
	return copy;
}

/** `unknown` when the gateway may have carried out the request. */
export const outcomeOf = ({ context }: NodeError): Outcome =>
	(context as Partial<FailureDetails>).outcome ?? 'rejected';

/** The status with which the gateway refused. */
export const statusOf = ({ context }: NodeError): number | undefined =>
	(context as Partial<FailureDetails>).status;

/**
 * The output of an item that failed; see also `forErrorOutput`.
 * @param phone for sends, the number of the person: it comes first, and then the error, since a table shows the first fields
 */
export function failedItem(
	error: NodeError,
	itemIndex: number,
	externalIds?: string[],
	phone?: string,
): INodeExecutionData {
	// Without details of the gateway if the item was refused before its request.
	const context = error.context as Partial<FailureDetails>;
	const { retryable = false, status, httpStatus } = context;
	const ids = externalIds ?? context.externalIds ?? [];
	return {
		json: {
			...(phone !== undefined && {
				// What may have been sent must not look like what was not.
				accepted: outcomeOf(error) === 'rejected' ? false : outcomeOf(error),
				phone,
			}),
			error: error.message,
			...(phone !== undefined && ids.length === 1 && { externalId: ids[0] }),
			message: error.description ?? error.message,
			details: {
				outcome: outcomeOf(error),
				retryable,
				status,
				httpStatus,
				externalIds: externalIds ?? context.externalIds,
			},
		},
		pairedItem: { item: itemIndex },
	};
}

/**
 * The item for the error output. n8n merges it into the input item: all our fields go under `error`, so that the fields of the
 * input stay. n8n before 2.35.5 takes an item with any other field for a success.
 */
export function forErrorOutput(json: IDataObject): IDataObject {
	const { accepted, phone, error, message, details, rehearsal } = json;
	if (error === undefined || details === undefined) return json;
	const why = { message: error, description: message, ...(details as IDataObject) };
	const whose = {
		...(phone !== undefined && { accepted, phone }),
		...(rehearsal && { rehearsal }),
	};
	return { error: { ...whose, ...why } };
}

/** Masks the passwords in the parameters of an error, because n8n passes them on, for example to error workflows. */
export function withoutPasswords(error: NodeError, fields: INodeProperties[]): NodeError {
	const passwords = fields.filter(({ typeOptions }) => typeOptions?.password);
	if (passwords.length === 0) return error;
	const masked = Object.fromEntries(passwords.map(({ name }) => [name, '***']));
	const parameters = { ...error.node.parameters, ...masked };
	return Object.assign(error, { node: { ...error.node, parameters } });
}

/** For an item that was refused before its request. */
export const NOTHING_SENT = 'Nothing was sent for this item.';
