// Writes the results of the fault matrix into docs/fault-matrix.md.
import { readFile } from 'node:fs/promises';
import { FAULT_ROWS, type Expectation } from '../test/engine/faults/faultRows.mts';
import type { MatrixRow } from '../test/engine/faults/faultMatrix.mts';
import type { MatrixCell } from '../test/engine/faults/matrixCell.mts';
import { fail, keepSection, table } from './generatedFile.mts';

const EFFECTS = ['send', 'write', 'read'] as const;

/** The page's words for the expected outcome of a fault. */
const MEANINGS: Record<Expectation, string> = {
	result: 'result',
	retried: 'result at the second try; rejected after three',
	rejected: 'rejected',
	unknown: 'unknown',
};

const SIGNS: Record<MatrixCell['outcome'], string> = { result: '✓', rejected: '✗', unknown: '?' };

const groups = Object.keys(FAULT_ROWS).map(async (group) => {
	const text = await readFile(`coverage/faults/${group}.json`, 'utf8').catch(() => '[]');
	return JSON.parse(text) as MatrixRow[];
});
const rows = (await Promise.all(groups)).flat();
const met = new Set(rows.map(({ name }) => name));
const unmet = Object.values(FAULT_ROWS)
	.flat()
	.filter(({ name }) => !met.has(name));
if (unmet.length > 0) fail(`The run did not meet faults such as "${unmet[0]?.name}".`);
else await keepSection('docs/fault-matrix.md', 'matrix', faultTables());

/** Each fault by effect, then each operation under each fault. */
function faultTables(): string {
	const cells = rows.flatMap((row) => row.cells);
	const effects = new Map(cells.map(({ call, effect }) => [call, effect]));
	const numbers = rows.map((_, index) => String(index + 1));
	const faults = rows.map(({ name, expected, cells }, index) => [
		String(index + 1),
		name,
		...EFFECTS.map((effect) => MEANINGS[expected[effect]]),
		unique(cells.map(({ said }) => said.replace(/;.*/, '')).filter(Boolean)).join('<br>'),
	]);
	const calls = [...effects].map(([call, effect]) => [
		call,
		effect,
		...rows.map((row) => signsOf(row.cells.filter((cell) => cell.call === call))),
	]);
	return `## What each fault does

${table(['', 'Fault', 'Send', 'Write', 'Read', 'What is said'], faults)}

## Each operation under the faults it met

✓ result, ✗ rejected, ? unknown, and how often the gateway got the whole request. Where there are two, the first is of
the fault that lasts, the second of the one that is gone at the second try.

${table(['Operation', 'Effect', ...numbers], calls)}`;
}

/** The signs of all outcomes of a fault, each once: both encodings mostly give the same. */
function signsOf(cells: MatrixCell[]): string {
	return unique(cells.map(({ outcome, arrived }) => `${SIGNS[outcome]}${arrived}`)).join('&nbsp;');
}

function unique(texts: string[]): string[] {
	return [...new Set(texts)];
}
