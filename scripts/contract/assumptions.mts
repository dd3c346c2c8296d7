import { readFileSync } from 'node:fs';

export interface Assumption {
	assumed: string;
	/** What the user sees if it is wrong. */
	ifWrong: string;
	/** How to find out. `npm run contract` tests all that can be tested without changing or paying for anything. */
	howToTell: string;
}

const cellsOf = (line: string) =>
	line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));

/**
 * Everything that the code assumes and the specification does not show, as docs/assumptions.md lists it. Each place that relies on
 * a row names it in a comment: `Assumption: ` and its name.
 */
export const ASSUMPTIONS: Readonly<Record<string, Assumption>> = Object.fromEntries(
	[...readFileSync('docs/assumptions.md', 'utf8').matchAll(/^\| `(\w+)` +(\|.*)\|$/gm)].map(
		([, name = '', row = '']) => {
			const [, assumed = '', , ifWrong = '', howToTell = ''] = cellsOf(row);
			return [name, { assumed, ifWrong, howToTell }];
		},
	),
);
