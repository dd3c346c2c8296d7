import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { maskText } from '../../gateway/mask';
import { withoutEffect } from '../../gateway/transport';
import type { Effect, Outcome } from '../../gateway/status';

/** Why a call got no result, however it came about. */
export interface CallFailure {
	meaning: string;
	hint: string;
	/** Whether the gateway may have acted on the request. */
	mayHaveArrived: boolean;
	retryable: boolean;
	/** Status code of the reply. */
	status?: number;
	/** The gateway's own text. */
	gatewayMessage?: string;
	httpStatus?: number;
	/** The beginning of an answer that is not a reply. */
	excerpt?: string;
	/** What a call to the test address says about that address; nothing where it is the answer of a check. */
	check?: CheckFault;
}

/** `missing`: what answered is no check. `live`: it answered like the live address to a send that it has taken. */
export type CheckFault = 'missing' | 'live';

export interface FailedCall {
	root: string;
	effect: Effect;
	/** Nothing is carried out then. */
	validateOnly?: boolean;
	itemIndex?: number;
	externalIds?(): string[] | undefined;
}

/** Machine-readable part of an error, in its `context` and in the output of "Continue on fail". */
export interface FailureDetails {
	outcome: Outcome;
	retryable: boolean;
	status?: number;
	httpStatus?: number;
	hint: string;
	gatewayMessage?: string;
	externalIds?: string[];
	/** What was taken away to be changed and may not be back. */
	offList?: IDataObject[];
	check?: CheckFault;
}

/**
 * The error a user sees: what happened and what to do about it. `secrets` are masked wherever the gateway echoes them.
 */
export function gatewayError(
	node: INode,
	call: FailedCall,
	failure: CallFailure,
	secrets: string[],
): NodeApiError {
	const isCheck = call.validateOnly === true;
	const wentLive = isCheck && failure.check === 'live';
	const effect = wentLive ? 'send' : call.effect;
	const unclear = wentLive || (failure.mayHaveArrived && effect !== 'read' && !isCheck);
	const externalIds = call.externalIds?.();
	const details: FailureDetails = {
		outcome: unclear ? 'unknown' : 'rejected',
		// Repeating what may have been carried out is for a person to decide.
		retryable: failure.retryable && !unclear,
		status: failure.status,
		httpStatus: failure.httpStatus,
		hint: unclear
			? `${failure.hint} ${howToFindOut(externalIds, effect)}`
			: withoutEffect(failure).hint,
		gatewayMessage: maskText(failure.gatewayMessage ?? '', secrets) || undefined,
		externalIds,
		check: failure.check,
	};
	const message = maskText(
		[
			failure.meaning,
			failure.status === undefined ? '' : ` (status ${failure.status})`,
			failure.httpStatus === undefined ? '' : ` (HTTP ${failure.httpStatus})`,
			unclear ? '; it is not known whether the request was carried out' : '',
			call.itemIndex === undefined ? '' : ` [item ${call.itemIndex}]`,
		].join(''),
		secrets,
	);
	const said = details.gatewayMessage ?? failure.excerpt;
	const error = new NodeApiError(
		node,
		// The HTTP client's own error stays out: it carries the request with its token.
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

/** A batch has thousands, and its error is told for each of its items. */
const MOST_IDS_NAMED = 5;

/** What to do before a request of unknown outcome is repeated. */
export function howToFindOut(externalIds: string[] | undefined, effect: Effect = 'send'): string {
	if (effect === 'send' && externalIds?.length) {
		const named = externalIds.slice(0, MOST_IDS_NAMED).join(', ');
		const others = externalIds.length - MOST_IDS_NAMED;
		const more = others > 0 ? ` and ${others} more` : '';
		return `Before sending again, look it up with Report, Get by External ID: ${named}${more}.`;
	}
	return 'Check before repeating it.';
}
