/** A number for people to read: `12,500`. */
export const shown = (count: number): string => count.toLocaleString('en-US');

/** `1 contact`, `12,500 contacts`. */
export const counted = (count: number, thing: string): string =>
	`${shown(count)} ${thing}${count === 1 ? '' : 's'}`;

/** The first names of a list, and how many more there are: as many as a person reads. */
export function firstNamed(names: ReadonlyArray<string | number>, most = 5): string {
	const more = names.length - most;
	return names.slice(0, most).join(', ') + (more > 0 ? ` and ${shown(more)} more` : '');
}
