import type { ReplyTree, ReplyValue } from './tree';

/** The operations whose reply names a shipment, and which move the balance. */
const SHIPS: ReadonlySet<string> = new Set(['sms', 'bulk']);

/** Whether a check of this operation shows what the test address is. */
export const showsTestAddress = (root: string): boolean => SHIPS.has(root);

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
