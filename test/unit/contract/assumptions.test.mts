import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ASSUMPTIONS } from '../../../scripts/contract/assumptions.mts';
import { JUDGES } from '../../../scripts/contract/verdicts.mts';

const FOLDERS = ['gateway', 'nodes', 'sandbox'];
/** In this code, every guess must name its row. */
const PROTOCOL = /^(gateway|sandbox)\b/;
const files = FOLDERS.flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.m?ts$/.test(name))
		.map((name) => join(folder, name)),
);
const TAG = /Assumptions?: ([\w, ]+)/g;
const namesIn = (text: string) =>
	[...text.matchAll(TAG)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));

/** Comments, each with the lines around it, because a guess may take several lines. */
const COMMENT = /\/\*\*?[\s\S]*?\*\/|\/\/.*/g;
const GUESSES =
	/\b(?:guess|(?:is|are) (?:not shown|shown nowhere|undocumented)|not shown anywhere|nobody has shown|documents no|no .* is on record|is assumed|are assumed)\b/i;

const named = new Map<string, string[]>();
for (const file of files) {
	for (const name of namesIn(readFileSync(file, 'utf8'))) {
		named.set(name, [...(named.get(name) ?? []), file]);
	}
}

test('every place and every judge of the contract names a row that is there', () => {
	expect(
		[...named.keys(), ...Object.keys(JUDGES)].filter((name) => !(name in ASSUMPTIONS)),
	).toEqual([]);
});

test('every row has a place', () => {
	expect(Object.keys(ASSUMPTIONS).filter((name) => !named.has(name))).toEqual([]);
});

test('every comment about a guess names its row', () => {
	const without = files
		.filter((file) => PROTOCOL.test(file))
		.flatMap((file) => {
			const text = readFileSync(file, 'utf8');
			return [...text.matchAll(COMMENT)]
				.filter(([comment]) => GUESSES.test(comment.replace(/\s*\n\s*\*?\s*/g, ' ')))
				.filter(({ 0: comment, index }) => {
					const around = text.slice(Math.max(0, index - 120), index + comment.length + 120);
					return namesIn(around).length === 0;
				})
				.map(([comment]) => `${file}: ${comment}`);
		});
	expect(without).toEqual([]);
});

test('every row says all of it', () => {
	expect(Object.keys(ASSUMPTIONS).length).toBeGreaterThan(50);
	for (const row of Object.values(ASSUMPTIONS)) {
		for (const text of Object.values(row)) expect(text).not.toBe('');
		expect(row.ifWrong).toMatch(/\.$/);
	}
});
