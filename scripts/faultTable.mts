import { EXCEPTIONS, type Expectation } from '../test/engine/faults/faultRows.mts';
import type { MatrixCell } from '../test/engine/faults/matrixCell.mts';
import type { MatrixRow } from '../test/engine/faults/faultMatrix.mts';

const EFFECTS = ['send', 'write', 'read'] as const;

/** The page's words for the expected outcome of a fault. */
const MEANINGS: Record<Expectation, string> = {
	result: 'result',
	retried: 'result at the second try; rejected after three',
	rejected: 'rejected',
	unknown: 'unknown',
};

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const heading = (cells: string[]) => [line(cells), line(cells.map(() => '---'))];

/** The fault matrix as Markdown: each fault by effect, then each operation under each fault. */
export function faultTable(rows: MatrixRow[]): { markdown: string; cells: number } {
	const calls = [...new Set(rows.flatMap(({ cells }) => cells.map(({ call }) => call)))];
	const effects = new Map(
		rows.flatMap(({ cells }) => cells.map(({ call, effect }) => [call, effect] as const)),
	);
	const cells = rows.flatMap((row) => row.cells);
	const numbered = rows.map((row, index) => ({ ...row, number: index + 1 }));
	const markdown = [
		'## What each fault does',
		'',
		...heading(['', 'Fault', 'Send', 'Write', 'Read', 'What is said']),
		...numbered.map(({ number, name, expected, cells: ofRow }) =>
			line([
				String(number),
				name,
				...EFFECTS.map((effect) => MEANINGS[expected[effect]]),
				[...new Set(ofRow.map(({ said }) => said.replace(/;.*/, '')))].filter(Boolean).join('<br>'),
			]),
		),
		'',
		'## Every operation under every fault',
		'',
		'✓ result, ✗ rejected, ? unknown, and how often the gateway got the whole request. Where there are two, the first is of',
		'the fault that lasts, the second of the one that is gone at the second try.',
		'',
		...heading(['Operation', 'Effect', ...numbered.map(({ number }) => String(number))]),
		...calls.map((call) =>
			line([
				call,
				effects.get(call) ?? '',
				...rows.map(({ cells: ofRow }) => shortened(ofRow.filter((cell) => cell.call === call))),
			]),
		),
		'',
		...[...EXCEPTIONS].map(([call, { reason }]) => `\`${call}\`: ${reason}`),
	].join('\n');
	return { markdown, cells: cells.length };
}

const SIGNS: Record<MatrixCell['outcome'], string> = { result: '✓', rejected: '✗', unknown: '?' };

/** The signs of all outcomes of a fault, each once: both encodings mostly give the same. */
function shortened(cells: MatrixCell[]): string {
	const signs = cells.map(({ outcome, arrived }) => `${SIGNS[outcome]}${arrived}`);
	return [...new Set(signs)].join('&nbsp;');
}
