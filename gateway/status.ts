import { STATUS_OF_OPERATION, STATUS_ROWS, SUPPORT } from './statusTable';
import type { StatusRow } from './statusTable';
import { textsIn } from './fields';
import type { ReplyTree } from './tree';

/** The effect of a call: a `read` may be repeated, a `write` changes the account, a `send` reaches people. */
export type Effect = 'read' | 'write' | 'send';

/** `rejected`: the gateway did not act. `unknown`: it may have acted, so repeating may do it twice. */
export type Outcome = 'rejected' | 'unknown';

export interface StatusMeaning extends Pick<StatusRow, 'meaning' | 'hint'> {
	/** Whether the same call may succeed later without any change. Not a licence to repeat a send unasked. */
	retryable: boolean;
	outcome: Outcome;
}

export type Verdict = { ok: true } | ({ ok: false } & StatusMeaning);

/** What is known of a status; undefined for one that no table has. */
export const rowOf = (status: number | undefined): StatusRow | undefined =>
	STATUS_ROWS[status ?? NaN];

export const STATUS_CODES: readonly number[] = Object.keys(STATUS_ROWS).map(Number);

/** The statuses that count as success of an operation. */
export const successStatuses = (root: string): readonly number[] =>
	STATUS_CODES.filter((code) => code === 0 || rowOf(code)?.successOf?.includes(root));

// Assumption: onBehalfOf
/**
 * Statuses with another meaning on a call on behalf of a sub-account. If the username is not a sub-account of the reseller,
 * the status is 503 in the public record and 11 in the specification. Sources: specification, "Authentication" (2, 3);
 * gateway-api, section 14, row 2.
 */
const FOR_ANOTHER: ReadonlyMap<number, Pick<StatusRow, 'meaning' | 'hint'>> = new Map(
	[11, 503].map((status) => [
		status,
		{
			meaning: "The API token may not act for the account in 'On Behalf Of'",
			hint: "Check 'On Behalf Of': it takes the username of one of your sub-accounts (Sub-Account, Get Balances lists them), and the credential must be the reseller's. To use your own account, remove the option.",
		},
	]),
);

/** Operations that send. The replies to the first two name their shipment (gateway-api, sections 3 and 4). */
const SENDS: ReadonlySet<string> = new Set(['sms', 'bulk', 'send_otp']);

// Assumption: unknownStatuses
/** Whether a reply names a shipment, in a field of any depth: something may be on its way, whatever the status says. */
export const namesShipment = (reply: ReplyTree): boolean =>
	Object.entries(reply).some(([name, value]) =>
		/shipment/i.test(name)
			? textsIn(value).some((text) => /[^\s0]/.test(text))
			: typeof value === 'object' && namesShipment(value as ReplyTree),
	);

/** The shipment of a reply; undefined for none, which may be written as 0. */
export const shipmentIn = ({ shipment_id: id }: ReplyTree): ReplyTree[string] | undefined =>
	id !== undefined && namesShipment({ shipment_id: id }) ? id : undefined;

/**
 * Judges a call by its reply. A status that no table knows refuses a send, unless the reply names a shipment. It leaves the
 * outcome of other calls unknown: no reply of theirs shows whether they acted, and some succeed with such a status (946).
 *
 * @param effect defaults to `send`, the most careful reading: with an unclear status the outcome is `unknown` and not
 * `retryable`. A `read` cannot have done anything, so its outcome is `rejected`
 * @param forAnother whether `user.username` was an account other than that of the credential
 * @param reply if left out, it may name a shipment
 */
export function judgeStatus(
	root: string,
	status: number,
	effect: Effect = 'send',
	forAnother = false,
	reply?: ReplyTree,
): Verdict {
	if (status === 0 || rowOf(status)?.successOf?.includes(root)) return { ok: true };
	const mayHaveActed = !SENDS.has(root) || reply === undefined || namesShipment(reply);
	const meaning = statusMeaning(root, status, effect, mayHaveActed);
	return { ok: false, ...meaning, ...(forAnother ? FOR_ANOTHER.get(status) : undefined) };
}

/** The meaning of a status code for an operation, even if the operation counts that code as success. */
export function statusMeaning(
	root: string,
	status: number,
	effect: Effect = 'send',
	mayHaveActed = true,
): StatusMeaning {
	const row = rowOf(status) ?? {
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
	};
}
