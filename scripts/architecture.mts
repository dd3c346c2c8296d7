// Draws the folders of the package, and which of them imports what, into docs/architecture.svg.
import dagre from '@dagrejs/dagre';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { keepCurrent } from './generatedFile.mts';

const CONFIG: string = '../.dependency-cruiser.mjs';
const BOX = { width: 210, height: 44 };
const MARGIN = 30;

const { options } = ((await import(CONFIG)) as { default: { options: ICruiseOptions } }).default;
// A folder of nodes/ is one of its own.
const { output } = await cruise(['credentials', 'gateway', 'nodes'], {
	...options,
	exclude: '^(node_modules|crypto$)',
	collapse: '^(credentials|gateway|nodes/[^/]+)',
});
const imports = new Map(
	(output as ICruiseResult).modules.map(({ source, dependencies }) => [
		source,
		dependencies.map(({ resolved }) => resolved).sort(),
	]),
);
const folders = [...imports.keys()].sort();
const importsOf = (folder: string) => imports.get(folder) ?? [];

/** A line from one folder to another says enough when the way leads through a third. */
const reaches = (from: string, to: string): boolean =>
	importsOf(from).some((next) => next === to || reaches(next, to));
const lines = folders.flatMap((from) =>
	importsOf(from)
		.filter((to) => !importsOf(from).some((next) => reaches(next, to)))
		.map((to) => ({ from, to })),
);

const graph = new dagre.graphlib.Graph();
graph.setGraph({ ranksep: 60, nodesep: MARGIN, marginx: MARGIN, marginy: MARGIN });
for (const folder of folders) graph.setNode(folder, { ...BOX });
for (const { from, to } of lines) graph.setEdge(from, to, {});
dagre.layout(graph);

const { width = 0, height = 0 } = graph.graph();
const line = ({ from, to }: (typeof lines)[number]) => {
	const { points } = graph.edge(from, to);
	const way = points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' ');
	return `<polyline points="${way}" marker-end="url(#arrow)"/>`;
};
const box = (folder: string) => {
	const { x, y } = graph.node(folder);
	const [left, top] = [Math.round(x - BOX.width / 2), Math.round(y - BOX.height / 2)];
	return `<rect x="${left}" y="${top}" width="${BOX.width}" height="${BOX.height}" rx="8"/>
<text x="${Math.round(x)}" y="${top + 28}">${folder}</text>`;
};
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" role="img">
<title>Which folder imports which: each imports those below it that its lines lead to</title>
<style>svg { background: #fff } rect { fill: #eef4ff; stroke: #3b5b92 } polyline { fill: none; stroke: #7a8aa8 }
text { font: 14px sans-serif; text-anchor: middle; fill: #1d2b45 }</style>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<polygon points="0 0, 8 4, 0 8" fill="#7a8aa8"/></marker></defs>
${lines.map(line).join('\n')}
${folders.map(box).join('\n')}
</svg>
`;
await keepCurrent('docs/architecture.svg', svg);
