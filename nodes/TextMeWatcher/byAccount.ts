import type { Wait } from './watch';

/** What is waited for, by account: a reseller's sub-account has reports and messages of its own. */
export function byAccount<T extends { wait: Wait }>(open: T[]): Array<[T, ...T[]]> {
	const accounts = new Map<string | undefined, [T, ...T[]]>();
	for (const one of open) {
		const known = accounts.get(one.wait.onBehalfOf);
		if (known) known.push(one);
		else accounts.set(one.wait.onBehalfOf, [one]);
	}
	return [...accounts.values()];
}
