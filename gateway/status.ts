import { STATUS_OF_OPERATION } from './statusOfOperation';
import { FOR_ANOTHER, STATUS_ROWS, SUPPORT } from './statusTable';
import type { StatusRow } from './statusTable';
import type { GatewayTree } from './tree';

/** What a call does: a `read` may be repeated, a `write` changes the account, a `send` reaches people. */
export type Effect = 'read' | 'write' | 'send';

/** `rejected`: the gateway did not act. `unknown`: it may have acted, so repeating may do it twice. */
export type Outcome = 'rejected' | 'unknown';

export interface StatusMeaning extends Pick<StatusRow, 'code' | 'meaning' | 'hint'> {
	/** Whether the same call may succeed later without any change. Not a licence to repeat a send unasked. */
	retryable: boolean;
	outcome: Outcome;
}

export type Verdict = { ok: true } | ({ ok: false } & StatusMeaning);

/**
 * Operations whose success is not, or not only, status 0.
 * Source: specification, "Errors" (944, 946), "Campaign" (955); gateway-api, section 4 (12 of validate_otp).
 */
const SUCCESS: ReadonlyMap<string, readonly number[]> = new Map([
	// Numbers that were blocked are reported with 946, not 0.
	['addNumBL', [946, 0]],
	// Numbers that were not on the list anyway are 944, not 0, and nothing is wrong.
	['rmNumBL', [0, 944]],
	// A campaign that was cancelled before is 955: it is as the user wants it.
	['cancel', [0, 955]],
	// A wrong code is 12: an answer to the question, while 12 on a send means no money.
	['validate_otp', [0, 12]],
]);

const DEFAULT_SUCCESS: readonly number[] = [0];

/** The statuses that count as success of an operation. */
export function successStatuses(root: string): readonly number[] {
	return SUCCESS.get(root) ?? DEFAULT_SUCCESS;
}

const BY_CODE: ReadonlyMap<number, StatusRow> = new Map(STATUS_ROWS.map((row) => [row.code, row]));

// Assumption: aboutOneMessage
/**
 * The refusals of a batch that one of its messages can cause, and that the rest of it would not get: a number, a sender, a
 * link, a contact list or a text. Source: the meanings of the codes; "bulk" names none.
 */
const ABOUT_ONE_MESSAGE: ReadonlySet<number> = new Set([2, 9, 515, 980, 981, 988, 989, 992]);

/** Whether leaving some messages out of a batch can make the gateway take the rest. */
export const isAboutOneMessage = (status: number): boolean => ABOUT_ONE_MESSAGE.has(status);

/** Whether a send reached nobody since all of them got a message recently, as its `temp_bl` asked (gateway-api, section 10). */
export const isAllSkipped = (status: number | undefined, { temp_bl: days }: GatewayTree): boolean =>
	status === 715 && days !== undefined;

/**
 * Whether nobody of a send is left to reach: all are blocked (8), or were skipped as asked. Beside others, the service leaves
 * such people out and sends the rest.
 */
export const reachesNobody = (status: number | undefined, body: GatewayTree): boolean =>
	status === 8 || isAllSkipped(status, body);

/** Every status code on record. */
export const STATUS_CODES: readonly number[] = STATUS_ROWS.map(({ code }) => code);

/**
 * What a status says about a call. Codes nobody knows count as unclear, not as a rejection.
 *
 * @param effect defaults to `send`, the most careful reading: an unclear status then leaves the outcome `unknown` and
 * nothing is `retryable`; a `read` cannot have done anything, so there it is `rejected`
 * @param forAnother whether `user.username` was another account than that of the credential
 */
export function judgeStatus(
	root: string,
	status: number,
	effect: Effect = 'send',
	forAnother = false,
): Verdict {
	if (successStatuses(root).includes(status)) return { ok: true };
	const meaning = statusMeaning(root, status, effect);
	return { ok: false, ...meaning, ...(forAnother ? FOR_ANOTHER.get(status) : undefined) };
}

/** The entry of a status code for an operation, also when the operation counts it as success. */
export function statusMeaning(
	root: string,
	status: number,
	effect: Effect = 'send',
): StatusMeaning {
	const row: StatusRow = BY_CODE.get(status) ?? {
		code: status,
		meaning: 'The service answered with an unknown status',
		hint: `Read what the service said. ${SUPPORT}`,
		unclear: true,
	};
	const { meaning, hint } = STATUS_OF_OPERATION.get(`${root} ${status}`) ?? row;
	const unknown = row.unclear === true && effect !== 'read';
	return {
		code: status,
		meaning,
		hint,
		retryable: row.retryable === true && !unknown,
		outcome: unknown ? 'unknown' : 'rejected',
	};
}
