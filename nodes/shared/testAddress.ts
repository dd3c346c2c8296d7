import type { ReplyTree } from '../../gateway/tree';
import { balanceChange, testAddressOf } from '../../gateway/testAddress';
import type { CheckAnswer, TestAddress } from '../../gateway/testAddress';

/** What the test address of each account is, as long as this process lives. A restart asks again. */
const KNOWN = new Map<string, TestAddress>();

/** The balance before the checks of a run, by its context: all checks of a run come before its sends. */
const BEFORE = new WeakMap<object, Promise<ReplyTree | undefined>>();

/**
 * The check of a send at the test address. The balance tells a check that names a shipment from a send: it is read before
 * the first check of an account, and after one that may have been a send.
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

	static async begin(
		run: object,
		account: string,
		readBalance: () => Promise<ReplyTree | undefined>,
	): Promise<CheckOfSend> {
		if (!KNOWN.has(account) && !BEFORE.has(run)) BEFORE.set(run, readBalance());
		return new CheckOfSend(account, readBalance, await BEFORE.get(run));
	}

	/**
	 * What the test address is, after its answer; `undefined` while that is not known. Doubt is not remembered, because
	 * another send may have moved the balance.
	 *
	 * @param mayHaveArrived whether the service may have acted on the request
	 */
	async judge(answer: CheckAnswer, mayHaveArrived: boolean): Promise<TestAddress | undefined> {
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
