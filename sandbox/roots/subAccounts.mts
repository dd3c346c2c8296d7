import { missing, Refusal } from '../refusal.mts';
import type { Account } from '../state.mts';
import { one, text, type Tree } from '../wire/tree.mts';
import type { World } from '../world.mts';

export function subAccountsOf({ state }: World, { username }: Account): Account[] {
	return [...state.accounts.values()].filter(({ parent }) => parent === username);
}

export function requireDetail(body: Tree, field: string): string {
	const value = text(one(body, 'userDetails'), field);
	if (value === undefined) throw missing(`userDetails.${field}`);
	return value;
}

export function requireAmount(written: string, held: number): number {
	if (!/^\d+$/.test(written)) throw new Refusal(991);
	const amount = Number(written);
	if (amount > held) throw new Refusal(990);
	return amount;
}
