import type { ReplyTree, ReplyValue } from '../../gateway/tree';
import type { CallFailure, Failure } from './gatewayError';

/** The operations whose reply names a shipment, and which move the balance: their checks show what the test address is. */
const SHIPS: ReadonlySet<string> = new Set(['sms', 'bulk']);

// Assumption: testShipment
/** Whether a reply names a shipment, as that to an accepted send does. */
export const namesShipment = ({ shipment_id: id }: ReplyTree): boolean =>
	typeof id === 'string' && /[^\s0]/.test(id);

/** The answer to a check of a send. `passed` names no shipment. `missing`: the answer is not that of a check. */
export type CheckAnswer = 'passed' | 'shipment' | 'missing' | 'other';

/** `unknown` where the balance could not be read, or has nothing left that could move. */
export type BalanceChange = 'none' | 'moved' | 'unknown';

/**
 * What the test address is. `checks` carries nothing out and names no shipment, `ships` carries nothing out but names one,
 * `live` carries out what it is given, and `unclear` may be `ships` or `live`.
 */
export type TestAddress = 'checks' | 'ships' | 'missing' | 'live' | 'unclear';

// Assumption: balanceAtOnce
/** Compares the replies of `balance` from before and after a check. */
export function balanceChange(
	before: ReplyTree | undefined,
	after: ReplyTree | undefined,
): BalanceChange {
	const [was, is] = [figuresOf(before), figuresOf(after)];
	if (was.length !== is.length || !was.some((figure) => figure > 0)) return 'unknown';
	return was.every((figure, index) => figure === is[index]) ? 'none' : 'moved';
}

/** What a test address is, by its answer to a check of a send; `undefined` where that does not tell. */
export function testAddressOf(
	answer: CheckAnswer,
	balance: BalanceChange,
): TestAddress | undefined {
	if (answer === 'passed') return 'checks';
	if (balance === 'moved') return 'live';
	if (answer === 'shipment') return balance === 'none' ? 'ships' : 'unclear';
	return answer === 'missing' ? 'missing' : undefined;
}

const figuresOf = (tree: ReplyTree = {}): number[] =>
	[tree.balance, tree.international_balance].map(figure).filter((value) => value !== undefined);

function figure(value: ReplyValue | undefined): number | undefined {
	return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)
		? Number(value)
		: undefined;
}

/** What the test address of each account is, as long as this process lives. A restart asks again. */
const KNOWN = new Map<string, TestAddress>();

/** The balance before the checks of a run, by its context: all checks of a run come before its sends. */
const BEFORE = new WeakMap<object, Promise<ReplyTree | undefined>>();

/** Key in `KNOWN`: the service and the account that a call is for. */
export const testedAccount = (
	onBehalfOf: string | undefined,
	{ baseUrl, username }: { baseUrl: string; username: string },
): string => JSON.stringify([baseUrl, onBehalfOf || username]);

const MAY_BE_LIVE: CallFailure = {
	meaning:
		'The test address (/api/test) answered with a shipment ID, and the balance does not show whether it only checked the messages',
	hint: "If nothing arrived, switch off 'Check Batches First' and 'Validate Only': the node cannot tell a check of this service from a send.",
	mayHaveArrived: true,
	retryable: false,
	check: 'live',
};

const WENT_LIVE: CallFailure = {
	...MAY_BE_LIVE,
	meaning:
		'The test address (/api/test) answered with a shipment ID, and the balance changed, so it may have sent the messages',
	hint: "If they arrived, switch off 'Check Batches First' and 'Validate Only': this service sends what it should only check. If they did not, something else changed the balance: execute the workflow again.",
};

/** Rewords a failure for the user of a check. */
export const notChecked = (failure: CallFailure): CallFailure => ({
	...failure,
	meaning: 'The test address (/api/test) did not answer like the service',
	hint: `Nothing was sent. This service may have no test address: to carry the request out, switch off 'Validate Only'. If other operations fail as well: ${failure.hint}`,
});

interface CheckReply {
	kind: 'reply';
	tree: ReplyTree;
	message: string;
}

/**
 * The check of a send at the test address. If the answer names a shipment, the balance shows whether it was a check or a send.
 * It is read before the first check of an account, and after one that may have been a send.
 */
export class CheckOfSend {
	private constructor(
		private readonly account: string,
		private readonly readBalance: () => Promise<ReplyTree | undefined>,
		private readonly before: ReplyTree | undefined,
	) {}

	/** Whether the test address of an account is known to carry nothing out. */
	static isHarmless(account: string): boolean {
		return ['checks', 'ships'].includes(KNOWN.get(account) ?? '');
	}

	/** `undefined` for operations whose check does not show what the test address is. */
	static async begin(
		run: object,
		root: string,
		account: string,
		readBalance: () => Promise<ReplyTree | undefined>,
	): Promise<CheckOfSend | undefined> {
		if (!SHIPS.has(root)) return undefined;
		if (!KNOWN.has(account) && !BEFORE.has(run)) BEFORE.set(run, readBalance());
		return new CheckOfSend(account, readBalance, await BEFORE.get(run));
	}

	/** The answer to the check. A failure if the check may have been a send. */
	async judge<Reply extends CheckReply>(answer: Reply | Failure): Promise<Reply | Failure> {
		if (answer.kind === 'reply') {
			const names = namesShipment(answer.tree);
			const found = await this.testAddress(names ? 'shipment' : 'passed', true);
			if (!names || found === 'ships') return answer;
			const failure = found === 'live' ? WENT_LIVE : MAY_BE_LIVE;
			return { kind: 'failure', ...failure, gatewayMessage: answer.message };
		}
		const { check: fault, mayHaveArrived } = answer;
		const said = fault === 'live' ? 'shipment' : (fault ?? 'other');
		const found = await this.testAddress(said, mayHaveArrived);
		if (found === 'unclear') return { ...answer, ...MAY_BE_LIVE };
		if (found === 'live') {
			const { meaning } = said === 'shipment' ? WENT_LIVE : answer;
			return { ...answer, ...WENT_LIVE, meaning };
		}
		return fault === 'live' ? { ...answer, check: 'missing' } : answer;
	}

	/**
	 * What the test address is, after its answer; `undefined` while that is not known. Doubt is not remembered, because
	 * another send may have moved the balance.
	 *
	 * @param mayHaveArrived whether the service may have acted on the request
	 */
	private async testAddress(
		answer: CheckAnswer,
		mayHaveArrived: boolean,
	): Promise<TestAddress | undefined> {
		const known = KNOWN.get(this.account);
		if (known !== undefined && answer !== 'shipment') return answer === 'missing' ? answer : known;
		if (known === 'ships') return known;
		const mayBeSend = answer === 'shipment' || (answer !== 'passed' && mayHaveArrived);
		const after = mayBeSend && this.before ? await this.readBalance() : undefined;
		const found = testAddressOf(answer, balanceChange(this.before, after));
		if (found === 'live' || found === 'unclear') KNOWN.delete(this.account);
		else if (found) KNOWN.set(this.account, found);
		return found;
	}
}
