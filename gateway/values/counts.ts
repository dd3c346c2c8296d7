/** A number for people: `12,500`. */
export const shown = (count: number): string => count.toLocaleString('en-US');

/** `1 contact`, `12,500 contacts`. */
export const counted = (count: number, thing: string): string =>
	`${shown(count)} ${thing}${count === 1 ? '' : 's'}`;

/** The first names of a list, and the number of the others: `A, B and 12 more`. */
export function firstNamed(names: ReadonlyArray<string | number>, most = 5): string {
	const more = names.length - most;
	return names.slice(0, most).join(', ') + (more > 0 ? ` and ${shown(more)} more` : '');
}
