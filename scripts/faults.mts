// Writes the results of the fault matrix into docs/fault-matrix.md. With `--check` it only says whether the page is current.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXCEPTIONS, FAULT_ROWS, type Expectation } from '../test/engine/faults/faultRows.mts';
import type { MatrixRow } from '../test/engine/faults/faultMatrix.mts';
import type { MatrixCell } from '../test/engine/faults/matrixCell.mts';
import { fail, formatted, keepCurrent } from './generatedFile.mts';

const PAGE = 'docs/fault-matrix.md';
const FOLDER = 'coverage/faults';
const HOW =
	'Run `npm run build`, `npx jest --selectProjects engine --testPathPatterns faults` and then `npm run generate`.';

const EFFECTS = ['send', 'write', 'read'] as const;

/** The page's words for the expected outcome of a fault. */
const MEANINGS: Record<Expectation, string> = {
	result: 'result',
	retried: 'result at the second try; rejected after three',
	rejected: 'rejected',
	unknown: 'unknown',
};

const SIGNS: Record<MatrixCell['outcome'], string> = { result: '✓', rejected: '✗', unknown: '?' };

const INTRODUCTION = `# Fault matrix

Every operation of the node against everything that can go wrong between a request and its reply. The tests in
\`test/engine/faults/\` run it with n8n's own engine over real connections and fail where something else comes out, where
a send or a write arrives more than once, and where the token reaches the host that a redirect leads to. This page is made
of what they saw: \`npm run generate\`. Polls, drop-downs and the looks of waits make their requests in the same way:
\`test/engine/faults/stalls.test.mts\` has them meet a reply that stops coming.

- **result**: the call gave what it gives without the fault.
- **rejected**: an error that says that nothing was carried out.
- **unknown**: an error that says that it may have been carried out, and how to find out. Nothing is sent again by itself.

"Result at the second try; rejected after three" tells of a fault that is gone when the node tries again, and of one that
lasts. A number behind an outcome is how often the gateway got the whole request.
`;

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
const heading = (cells: string[]) => [line(cells), line(cells.map(() => '---'))];

const rows = (await Promise.all(Object.keys(FAULT_ROWS).map(rowsOf))).flat();
const met = new Set(rows.map(({ name }) => name));
const unmet = Object.values(FAULT_ROWS)
	.flat()
	.filter(({ name }) => !met.has(name));
if (unmet.length > 0) {
	const [first] = unmet;
	fail(`The run did not meet ${unmet.length} of the faults, such as "${first?.name}". ${HOW}`);
} else {
	const { markdown, cells } = faultTable(rows);
	console.log(`${rows.length} faults, ${cells} cells`);
	await keepCurrent(PAGE, await formatted(PAGE, `${INTRODUCTION}\n${markdown}\n`), HOW);
}

async function rowsOf(group: string): Promise<MatrixRow[]> {
	const text = await readFile(join(FOLDER, `${group}.json`), 'utf8').catch(() => '[]');
	return JSON.parse(text) as MatrixRow[];
}

/** The fault matrix as Markdown: each fault by effect, then each operation under each fault. */
function faultTable(rows: MatrixRow[]): { markdown: string; cells: number } {
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

/** The signs of all outcomes of a fault, each once: both encodings mostly give the same. */
function shortened(cells: MatrixCell[]): string {
	const signs = cells.map(({ outcome, arrived }) => `${SIGNS[outcome]}${arrived}`);
	return [...new Set(signs)].join('&nbsp;');
}
