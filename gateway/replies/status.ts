import { STATUS_OF_OPERATION, STATUS_ROWS, SUPPORT } from './statusTable';
import type { StatusRow } from './statusTable';
import { leavesIn } from '../values/tree';
import type { ReplyTree } from '../values/tree';

/** `read` may be repeated, `write` changes the account, `send` reaches people. */
export type Effect = 'read' | 'write' | 'send';

/** `rejected`: the gateway did nothing. `unknown`: it may have acted, so a retry may do it twice. */
export type Outcome = 'rejected' | 'unknown';

/** Why something failed: what people read, and what programs do about it. An error has it in its `context`. */
export interface Failure {
	/** What happened. */
	meaning: string;
	/** What to do about it. */
	hint?: string | undefined;
	/** Missing if it failed before there was anything to request. */
	outcome?: Outcome;
	/** Whether the same call may succeed later unchanged. Does not permit an automatic retry of a send. */
	retryable?: boolean;
	status?: number | undefined;
	httpStatus?: number | undefined;
	/** What the service says, or the beginning of an unreadable answer. */
	gatewayMessage?: string | undefined;
	/** When to try again (milliseconds), if the service says so. */
	retryAfter?: number | undefined;
	/** The external IDs to look up a send with an unknown outcome. */
	externalIds?: string[] | undefined;
	/** What it says about the recipient. */
	says?: StatusRow['says'];
	/** The name of the field that is wrong. */
	field?: string;
}

export const rowOf = (status: number | undefined): StatusRow | undefined =>
	STATUS_ROWS[status ?? NaN];

export const STATUS_CODES: readonly number[] = Object.keys(STATUS_ROWS).map(Number);

// Assumption: onBehalfOf
/**
 * Statuses with another meaning when a reseller acts for a sub-account: 503 in the public record, 11 in the specification.
 * Sources: specification, "Authentication" (2, 3); gateway-api, section 14, row 2.
 */
const OF_ANOTHER = [11, 503];
const FOR_ANOTHER = {
	meaning: "The API token may not act for the account in 'On Behalf Of'",
	hint: "Check 'On Behalf Of': it takes the username of one of your sub-accounts (Sub-Account, Get Balances lists them), and the credential must be the reseller's. To use your own account, remove the option.",
};

/** Operations that send. Replies to `sms` and `bulk` name their shipment (gateway-api, sections 3 and 4). */
const SENDS: ReadonlySet<string> = new Set(['sms', 'bulk', 'send_otp']);

/** Of an ID: 0 stands for none. */
const IS_ONE = /[^\s0]/;

// Assumption: unknownStatuses
/** Whether a reply names a shipment, at any depth. If so, a message may be on its way, whatever the status says. */
export const namesShipment = (reply: ReplyTree): boolean =>
	leavesIn(reply).some(
		({ names, leaf }) => IS_ONE.test(String(leaf)) && names.some((name) => /shipment/i.test(name)),
	);

/** The shipment of a reply; undefined for none, which may be written as 0. */
export function shipmentIn({ shipment_id: id }: ReplyTree): ReplyTree[string] | undefined {
	if (typeof id === 'string') return IS_ONE.test(id) ? id : undefined;
	return id !== undefined && namesShipment({ shipment_id: id }) ? id : undefined;
}

/**
 * Judges a call by its reply; `undefined` for a success. An unknown status means that a send was refused, unless the reply names
 * a shipment. For other calls it leaves the outcome unknown: their replies do not show whether they acted, and some succeed with
 * such a status (946).
 * @param effect an unclear status is `unknown` and not `retryable`; for a `read` it is `rejected`, because a read changes nothing
 * @param forAnother whether `user.username` was another account than the credential's
 * @param reply if missing, we assume that it may name a shipment
 */
export function judgeStatus(
	root: string,
	status: number,
	effect: Effect,
	forAnother = false,
	reply?: ReplyTree,
): Failure | undefined {
	if (status === 0 || rowOf(status)?.successOf?.includes(root)) return undefined;
	const mayHaveActed = !SENDS.has(root) || reply === undefined || namesShipment(reply);
	const meaning = statusMeaning(root, status, effect, mayHaveActed);
	return { ...meaning, ...(forAnother && OF_ANOTHER.includes(status) && FOR_ANOTHER) };
}

/** The meaning of a status for an operation, even where the operation counts it as success. */
export function statusMeaning(
	root: string,
	status: number,
	effect: Effect,
	mayHaveActed: boolean,
): Failure {
	const row: StatusRow = rowOf(status) ?? {
		meaning: mayHaveActed
			? 'The service answered with an unknown status'
			: 'The service refused this with an unknown status',
		hint: `Read what the service said. ${SUPPORT}`,
		unclear: mayHaveActed,
	};
	const { meaning, hint } = STATUS_OF_OPERATION.get(`${root} ${status}`) ?? row;
	const unknown = row.unclear === true && effect !== 'read';
	return {
		meaning,
		hint,
		retryable: row.retryable === true && !unknown,
		outcome: unknown ? 'unknown' : 'rejected',
		says: row.says,
	};
}
