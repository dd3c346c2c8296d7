/** Those for which it is true, and the others, each in their order. */
export function split<T>(all: T[], isFirst: (one: T) => boolean): [T[], T[]] {
	const parts: [T[], T[]] = [[], []];
	for (const one of all) parts[isFirst(one) ? 0 : 1].push(one);
	return parts;
}
