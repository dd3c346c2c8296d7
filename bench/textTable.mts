import { wrapped } from './wrapped.mts';

/** Rows of text under their headings; the first column is a name, the others are figures. */
export interface Table {
	title: string;
	/** How the figures were measured, and what marks in them mean. */
	note?: string;
	headings: string[];
	rows: string[][];
}

const cellsOf = ({ headings, rows }: Table) => [headings, ...rows];

/** A table for the terminal. */
export function textTable(table: Table): string {
	const widths = table.headings.map((_, column) =>
		Math.max(...cellsOf(table).map((cells) => (cells[column] ?? '').length)),
	);
	const line = (cells: string[]) =>
		widths
			.map((width, column) => {
				const cell = cells[column] ?? '';
				return column === 0 ? cell.padEnd(width) : cell.padStart(width);
			})
			.join('  ');
	const rule = widths.map((width) => '-'.repeat(width)).join('  ');
	const [head = [], ...rows] = cellsOf(table);
	const note = table.note ? [table.note] : [];
	return [`## ${table.title}`, ...note, '', line(head), rule, ...rows.map(line)].join('\n');
}

/** A table for docs/speed.md. */
export function markdownTable(table: Table): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const alignment = table.headings.map((_, column) => (column === 0 ? '---' : '--:'));
	const note = table.note ? [wrapped(table.note), ''] : [];
	return [
		`### ${table.title}`,
		'',
		...note,
		line(table.headings),
		line(alignment),
		...table.rows.map(line),
	].join('\n');
}
