import type { IDataObject, INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Effect, Failure } from '../../gateway/replies/status';
import { firstNamed } from '../../gateway/values/lists';
import type { FailureKind } from './sentence';
import { briefly, causeAndAdvice, notSentBecause, ofItem } from './sentence';

export type NodeError = NodeApiError | NodeOperationError;

export const isNodeError = (error: unknown): error is NodeError =>
	error instanceof NodeApiError || error instanceof NodeOperationError;

/**
 * The error that people see of a failure. Its context has the failure, for error workflows.
 * @param itemIndex the item that it is about, unless it is about several
 */
export function nodeError(
	node: INode,
	{ meaning: message, ...data }: Failure,
	itemIndex?: number,
	isOfRequest = false,
): NodeError {
	const options = { message, description: data.hint, itemIndex };
	const error = isOfRequest
		? // Without the HTTP client's error: it contains the request with its token.
			new NodeApiError(node, { message }, options)
		: new NodeOperationError(node, message, options);
	Object.assign(error.context, data, { itemIndex });
	return error;
}

/** The error for a message that this run did not send. */
export const notSent = (
	node: INode,
	meaning: string,
	how: { description: string; itemIndex?: number; retryable?: boolean },
): NodeError => {
	const { description: hint, itemIndex, retryable = false } = how;
	return nodeError(node, { meaning, hint, outcome: 'rejected', retryable }, itemIndex);
};

/** The failure of an error, in its latest words. */
export const failureIn = ({ message, description, context }: NodeError): Failure => ({
	...context,
	meaning: message,
	hint: description ?? undefined,
});

export function asNodeError(node: INode, error: unknown, itemIndex?: number): NodeError {
	if (isNodeError(error)) return error;
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/** A message as it leaves the node: with the item, if the error is about one. */
export const namedMessage = (error: NodeError, message = error.message): string => {
	const { itemIndex } = error.context;
	return typeof itemIndex === 'number' ? ofItem(message, itemIndex) : message;
};

/** Whether the gateway may have carried out the request. */
export const isUnknown = (error: NodeError | undefined): boolean =>
	error?.context.outcome === 'unknown';

export const statusOf = ({ context }: NodeError): number | undefined =>
	context.status as number | undefined;

/** How to find out a request's outcome before repeating it. */
export function howToFindOut(externalIds: string[] | undefined, effect: Effect = 'send'): string {
	if (effect === 'send' && externalIds?.length) {
		return `Before sending again, look it up with Report, Get by External ID: ${firstNamed(externalIds)}.`;
	}
	return 'Check before repeating it.';
}

const PHONE_FIELDS = ['phone', 'phones'];

/** The kind of a failure whose outcome is known, for the sentence about a run. */
export function failureKind(error: NodeError): FailureKind {
	const { field = '', status, httpStatus, outcome, says } = failureIn(error);
	if (PHONE_FIELDS.includes(field) || says === 'wrongNumber') return 'wrongNumber';
	if (status !== undefined || httpStatus !== undefined) return 'refused';
	return outcome === undefined ? 'mistake' : 'notSent';
}

/** What became of a text that was refused: why, in one sentence. */
export function resultOfError(error: NodeError): string {
	const [cause] = causeAndAdvice(error.message);
	if (isUnknown(error)) return `May have been sent: ${cause}`;
	return cause.startsWith('Not sent') ? cause : notSentBecause(cause);
}

/**
 * The output of a failed item; see also `forErrorOutput`.
 * @param whom the fields that say who or what the item is about
 */
export function failedItem(
	error: NodeError,
	itemIndex: number,
	whom: IDataObject,
	{
		isSend,
		isTool = false,
		externalIds,
	}: { isSend: boolean; isTool?: boolean; externalIds?: string[] | undefined },
): INodeExecutionData {
	const failure = failureIn(error);
	const { meaning, hint, outcome = 'rejected', retryable = false, status, httpStatus } = failure;
	const ids = externalIds ?? failure.externalIds;
	const kind = outcome === 'unknown' ? outcome : failureKind(error);
	const [cause, advice] = causeAndAdvice(meaning);
	const more = [meaning, NOTHING_SENT].includes(hint ?? '') ? '' : hint;
	const whatToDo = [advice, more].filter(Boolean).join('. ') || undefined;
	const details = {
		...{ whatToDo, outcome, retryable, status, httpStatus },
		// What was not sent cannot be looked up.
		externalIds: outcome === 'rejected' ? undefined : ids,
	};
	const json = isSend
		? {
				// A text that may have been sent must not look unsent.
				accepted: outcome === 'rejected' ? false : outcome,
				...whom,
				result: resultOfError(error),
				// n8n's table gives most room to an object, and a line to each of its fields.
				details: { ...(!isTool && ids?.length === 1 && { externalId: ids[0] }), ...details },
				// n8n retries a node whose first item has it. A model calls the node for one item, and reads no `result`.
				error: isTool ? cause : briefly(kind),
			}
		: { ...whom, error: isTool ? cause : namedMessage(error, cause), details };
	return { json, pairedItem: { item: itemIndex } };
}

/**
 * The item for the error output. n8n merges it into the input item, so all our fields go under `error` to keep the input's
 * fields. Before 2.35.5, n8n takes an item with any other field for a success.
 */
export function forErrorOutput(json: IDataObject): IDataObject {
	const { result, error, details, ...whose } = json;
	if (error === undefined || details === undefined) return json;
	const { whatToDo, ...rest } = details as IDataObject;
	return { error: { ...whose, message: result ?? error, description: whatToDo, ...rest } };
}

/** Masks the passwords in an error's parameters, because n8n passes them on, for example to error workflows. */
export function withoutPasswords(error: NodeError, fields: INodeProperties[]): NodeError {
	const passwords = fields.filter(({ typeOptions }) => typeOptions?.password);
	if (passwords.length === 0) return error;
	const masked = Object.fromEntries(passwords.map(({ name }) => [name, '***']));
	const parameters = { ...error.node.parameters, ...masked };
	return Object.assign(error, { node: { ...error.node, parameters } });
}

/** For an item that was refused before its request. */
export const NOTHING_SENT = 'Nothing was sent for this item.';
