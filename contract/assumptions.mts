import { readFileSync } from 'node:fs';

export interface Assumption {
	assumed: string;
	/** What a user would see if it were wrong. */
	ifWrong: string;
}

/**
 * Everything that the code assumes and the specification does not show, from docs/assumptions.md. Code that relies on a row
 * names it in a comment: `Assumption: ` and its name.
 */
export const ASSUMPTIONS: Readonly<Record<string, Assumption>> = Object.fromEntries(
	[
		...readFileSync('docs/assumptions.md', 'utf8').matchAll(
			/^\| `(\w+)` +\| (.*?) +\| .*? +\| (.*?) +\|/gm,
		),
	].map(([, name = '', assumed = '', ifWrong = '']) => [name, { assumed, ifWrong }]),
);
