import type { IDataObject, INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { counted, firstNamed } from '../../gateway/counts';
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
	new NodeOperationError(node, `${message} [item ${itemIndex}]`, {
		itemIndex,
		description: NOTHING_SENT,
	});

/** Copies an error for another item. */
export function aboutItem(node: INode, error: NodeError, itemIndex: number): NodeError {
	const message = `${error.message.replace(/ \[item \d+\]$/, '')} [item ${itemIndex}]`;
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

/** What is wrong with the test address itself. */
export const checkFaultOf = ({ context }: NodeError): CheckFault | undefined =>
	(context as Partial<FailureDetails>).check;

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
	const { retryable = false, status, httpStatus, offList } = context;
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
				...(offList && { offList }),
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
	const { accepted, phone, error, message, details } = json;
	if (error === undefined || details === undefined) return json;
	const why = { message: error, description: message, ...(details as IDataObject) };
	return { error: { ...(phone !== undefined && { accepted, phone }), ...why } };
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

/** The outcome of the items of a run that an error stopped. */
export interface Progress {
	items: number;
	accepted: number;
	/** Only for sends. */
	texted?: Texted;
	/** The external IDs of each item that may or may not have been sent. */
	doubtful: string[][];
	/** Whether all items have the mistake, for example in a field that they share: then none would get through. */
	isShared: boolean;
}

export interface Texted {
	phones: Set<string>;
	/** IDs of contact lists. */
	lists: Set<string>;
	/** Whether an idempotency key keeps each of them from being texted again. */
	hasKeys: boolean;
}

/** Adds the outcome of the other items to the error that stops the run. */
export function withProgress(error: NodeError, progress: Progress): NodeError {
	const { items, accepted, texted, doubtful, isShared } = progress;
	const others = (count: number) => `${count} other ${count === 1 ? 'item was' : 'items were'}`;
	const isBeforeAll = accepted + doubtful.length === 0 && items > 1;
	const letThrough = isShared
		? ''
		: " To let the other items through, open the settings of the node and set 'On Error' to 'Continue'.";
	error.description = [
		isBeforeAll
			? error.description?.replace(NOTHING_SENT, `Nothing was sent (0 of ${items}).${letThrough}`)
			: error.description,
		accepted > 0 && `${others(accepted)} carried out.`,
		texted && whoWasTexted(texted),
		doubtful.length > 0 &&
			`It is not known whether ${others(doubtful.length)} sent as well. ${howToFindOut(doubtful.flat())}`,
	]
		.filter(Boolean)
		.join(' ');
	return error;
}

function whoWasTexted({ phones, lists, hasKeys }: Texted): string | undefined {
	const names = [...phones, ...[...lists].map((list) => `contact list ${list}`)];
	if (names.length === 0) return undefined;
	const counts = [
		phones.size > 0 && counted(phones.size, 'number'),
		lists.size > 0 && counted(lists.size, 'contact list'),
	];
	const again = hasKeys
		? 'Their idempotency keys keep them from being texted again.'
		: "To execute the workflow again texts them again; 'Retry' in the list of executions does not.";
	return `${counts.filter(Boolean).join(' and ')} ${names.length === 1 ? 'was' : 'were'} texted: ${firstNamed(names)}. ${again}`;
}
