import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { firstNamed } from '../../gateway/values/lists';
import { maskText } from '../../gateway/wire/credential';
import { withoutEffect } from '../../gateway/replies/transport';
import type { Effect, Failure, Outcome } from '../../gateway/replies/status';

export interface CallFailure extends Failure {
	status?: number;
	gatewayMessage?: string;
	httpStatus?: number;
	/** The beginning of an unreadable answer. */
	excerpt?: string;
	/** In milliseconds. */
	retryAfter?: number;
}

interface FailedCall {
	root: string;
	effect: Effect;
	itemIndex?: number;
	externalIds?(): string[] | undefined;
}

/** The machine-readable part of an error, in its `context` and in the output of "Continue on fail". */
export interface FailureDetails {
	outcome: Outcome;
	retryable: boolean;
	status?: number;
	httpStatus?: number;
	hint: string;
	gatewayMessage?: string;
	externalIds?: string[];
}

/** What did not happen, if the gateway never saw the request. */
const NOT_DONE: Record<Effect, string> = {
	read: '',
	write: 'Nothing was changed. ',
	send: 'Nothing was sent. ',
};

/** The error that a user sees: what happened and what to do. Masks `secrets` wherever the gateway repeats them. */
export function gatewayError(
	node: INode,
	call: FailedCall,
	failure: CallFailure,
	secrets: string[],
): NodeApiError {
	const { effect } = call;
	const unclear = failure.outcome === 'unknown' && effect !== 'read';
	const notDone =
		failure.outcome === 'rejected' && failure.status === undefined ? NOT_DONE[effect] : '';
	const externalIds = call.externalIds?.();
	const details: FailureDetails = {
		outcome: unclear ? 'unknown' : 'rejected',
		// Only a person may decide to repeat a request that may have been carried out.
		retryable: failure.retryable && !unclear,
		status: failure.status,
		httpStatus: failure.httpStatus,
		hint: unclear
			? `${failure.hint} ${howToFindOut(externalIds, effect)}`
			: (notDone + withoutEffect(failure).hint).trim(),
		gatewayMessage: maskText(failure.gatewayMessage ?? '', secrets) || undefined,
		externalIds,
	};
	const message = maskText(
		[
			failure.meaning,
			failure.status === undefined ? '' : ` (status ${failure.status})`,
			failure.httpStatus === undefined ? '' : ` (HTTP ${failure.httpStatus})`,
			unclear ? '; it is not known whether the request was carried out' : '',
		].join(''),
		secrets,
	);
	const said = details.gatewayMessage ?? failure.excerpt;
	const error = new NodeApiError(
		node,
		// Leave out the HTTP client's error: it contains the request with its token.
		{ message },
		{
			message,
			description: maskText(
				said ? `${details.hint} The service said: "${said}"` : details.hint,
				secrets,
			),
			itemIndex: call.itemIndex,
		},
	);
	Object.assign(error.context, details);
	return error;
}

/** How to find out a request's outcome before repeating it. */
export function howToFindOut(externalIds: string[] | undefined, effect: Effect = 'send'): string {
	if (effect === 'send' && externalIds?.length) {
		return `Before sending again, look it up with Report, Get by External ID: ${firstNamed(externalIds)}.`;
	}
	return 'Check before repeating it.';
}
