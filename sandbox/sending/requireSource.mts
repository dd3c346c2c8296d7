import { senderKey } from '../newAccount.mts';
import { missing, Refusal } from '../refusal.mts';
import type { Account } from '../state.mts';

const LONGEST = 11;
/** Longer than documented, but in use (gateway-api 15, row 3). */
const WITH_COUNTRY_CODE = /^972\d{8,9}$/;

/** 515 for an unverified sender. A send can also get 992, for the sender's length (gateway-api 10). */
export function requireSource(account: Account, source: string | undefined): string {
	if (source === undefined) throw missing('source');
	const isTooLong = source.length > LONGEST && !WITH_COUNTRY_CODE.test(source);
	if (source === '' || isTooLong) throw new Refusal(992);
	if (account.senders.get(senderKey(source))?.state !== 'verified') throw new Refusal(515);
	return source;
}
