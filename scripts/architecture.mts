// Draws the folders of the package, and which of them imports what, into docs/architecture.svg.
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { keepCurrent } from './generatedFile.mts';

const CONFIG: string = '../.dependency-cruiser.mjs';
const PAGE = 'docs/architecture.svg';
const BOX = { width: 210, height: 44, across: 30, down: 60 };

/** The folder of a file: a folder of nodes/ is one of its own. */
const folderOf = (file: string) => /^(nodes\/)?[^/]+/.exec(file)?.[0] ?? file;

const { options } = ((await import(CONFIG)) as { default: { options: ICruiseOptions } }).default;
const { output } = await cruise(['credentials', 'gateway', 'nodes'], {
	...options,
	exclude: 'node_modules',
});
const { modules } = output as ICruiseResult;
const imports = new Map<string, Set<string>>();
for (const { source, dependencies } of modules) {
	const folder = folderOf(source);
	if (!/^(credentials|gateway|nodes)\//.test(source)) continue;
	const known = imports.get(folder) ?? new Set();
	for (const { resolved } of dependencies) known.add(folderOf(resolved));
	imports.set(folder, known);
}
const folders = [...imports.keys()].sort();
const importsOf = (folder: string) =>
	folders.filter((other) => other !== folder && imports.get(folder)?.has(other));

/** How many folders are below this one, on the longest way. */
const depthOf = (folder: string): number => Math.max(-1, ...importsOf(folder).map(depthOf)) + 1;

/** A line from one folder to another says enough when the way leads through a third. */
const reaches = (from: string, to: string): boolean =>
	importsOf(from).some((next) => next === to || reaches(next, to));
const linesOf = (folder: string) =>
	importsOf(folder).filter((to) => !importsOf(folder).some((next) => reaches(next, to)));

const depth = Math.max(...folders.map(depthOf));
const rows = Array.from({ length: depth + 1 }, (_, row) =>
	folders.filter((folder) => depthOf(folder) === depth - row),
);
const columns = Math.max(...rows.map((row) => row.length));
const step = { x: BOX.width + BOX.across, y: BOX.height + BOX.down };
const width = columns * step.x + BOX.across;
const height = rows.length * step.y - BOX.down + 2 * BOX.across;
const places = new Map(
	rows.flatMap((row, y) =>
		row.map((folder, x) => {
			const left = (width - row.length * step.x + BOX.across) / 2 + x * step.x;
			return [folder, { x: left, y: BOX.across + y * step.y }] as const;
		}),
	),
);
const placeOf = (folder: string) => places.get(folder) ?? { x: 0, y: 0 };

const line = (from: string, to: string) => {
	const [a, b] = [placeOf(from), placeOf(to)];
	const [x1, y1, x2, y2] = [a.x + BOX.width / 2, a.y + BOX.height, b.x + BOX.width / 2, b.y];
	const bend = BOX.down * 0.8;
	return `<path d="M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 4}" marker-end="url(#arrow)"/>`;
};
const box = (folder: string) => {
	const { x, y } = placeOf(folder);
	return `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="8"/>
<text x="${x + BOX.width / 2}" y="${y + 28}">${folder}</text>`;
};
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>Which folder imports which: each imports those below it that its lines lead to</title>
<style>svg { background: #fff } rect { fill: #eef4ff; stroke: #3b5b92 } path { fill: none; stroke: #7a8aa8 }
text { font: 14px sans-serif; text-anchor: middle; fill: #1d2b45 }</style>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<polygon points="0 0, 8 4, 0 8" fill="#7a8aa8"/></marker></defs>
${folders.flatMap((from) => linesOf(from).map((to) => line(from, to))).join('\n')}
${folders.map(box).join('\n')}
</svg>
`;
await keepCurrent(PAGE, svg, 'Run: npm run generate');
