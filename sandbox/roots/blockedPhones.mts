import { isIsraeli, samePhone } from '../phone.mts';
import { missing, Refusal } from '../refusal.mts';
import { many, one, textOf, type Tree } from '../wire/tree.mts';

/** `phones.phone` of `addNumBL` and `rmNumBL`. */
export function requirePhones(body: Tree): string[] {
	const written = many(one(body, 'phones'), 'phone').map((phone) => textOf(phone) ?? '');
	if (written.length === 0) throw missing('phones');
	if (!written.every(isIsraeli)) throw new Refusal(933);
	return [...new Set(written.map(samePhone))];
}
