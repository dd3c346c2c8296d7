// Draws the figures of bench/results.json: bars in docs/images/speed.svg, tables in docs/speed.md.
import { readFile } from 'node:fs/promises';
import { keepCurrent, keepSection, table } from './generatedFile.mts';

type Row = Record<string, number | string | null>;
type Bars = [title: string, bars: Array<[name: string, value: number]>];

const { measured, n8n, machine, sending, one, reading, receiving } = JSON.parse(
	await readFile('bench/results.json', 'utf8'),
) as Record<'sending' | 'one' | 'reading' | 'receiving', Row[]> &
	Record<'measured' | 'n8n' | 'machine', string>;

const figure = (value: Row[string] | undefined) =>
	typeof value === 'number'
		? value.toLocaleString('en-US', { maximumSignificantDigits: value < 1 ? 2 : 3 })
		: (value ?? '–');

const columns = (rows: Row[], headings: Record<string, string>) =>
	table(
		Object.values(headings),
		rows.map((row) => Object.keys(headings).map((key) => figure(row[key]))),
		Object.keys(headings).map((key) => (key === 'name' ? '---' : '---:')),
	);

const ofItems = (rows: Row[], name: string) =>
	columns(rows, { name, requests: 'Requests', seconds: 'Seconds', peakMB: 'Peak memory, MB' });

/** All of a kind of rows have as many. */
const connections = receiving[0]?.connections;

await keepSection(
	'docs/speed.md',
	'figures',
	[
		`Measured ${measured} with n8n ${n8n} on ${machine}.\nThe services are stand-ins on the same machine that answer after 20 ms.`,
		'## 10,000 texts, each different',
		ofItems(sending, 'Sent with'),
		'## 1,000 texts, a request for each',
		ofItems(one, 'Sent with'),
		'## The delivery reports of 10,000 texts',
		ofItems(reading, 'Read with'),
		`## Pushes received on ${connections} connections`,
		columns(receiving, {
			...{ name: 'Received by', answersPerSecond: 'Answers per second' },
			...{ eventsPerSecond: 'Events worked off per second', p99: 'p99, ms', failed: 'Failed' },
		}),
	].join('\n\n'),
);

const barsOf = (rows: Row[], key: string) =>
	rows
		.filter(({ name }) => name !== 'Nobody')
		.map((row): Bars[1][number] => [String(row.name), Number(row[key])]);
await keepCurrent(
	'docs/images/speed.svg',
	chart([
		['Seconds for 10,000 texts (less is better)', barsOf(sending, 'seconds')],
		['Seconds for 1,000 texts, a request for each (less is better)', barsOf(one, 'seconds')],
		[
			'Seconds for the delivery reports of 10,000 texts (less is better)',
			barsOf(reading, 'seconds'),
		],
		[
			`Pushes answered per second on ${connections} connections (more is better)`,
			barsOf(receiving, 'answersPerSecond'),
		],
	]),
);

/** Bars in pixels, each group with its own scale. Ours are blue. */
function chart(groups: Bars[]): string {
	const [width, row, left, longest] = [860, 26, 400, 380];
	let y = 0;
	const parts = groups.flatMap(([title, bars]) => {
		const scale = longest / Math.max(...bars.map(([, value]) => value));
		const heading = `<text class="title" x="16" y="${(y += 34)}">${title}</text>`;
		return [
			heading,
			...bars.map(([name, value]) => {
				y += row;
				const length = Math.max(1, value * scale).toFixed(1);
				const fill = name.startsWith('TextMe') ? '#1660c9' : '#98a2b3';
				return `<text x="${left - 10}" y="${y}" text-anchor="end">${name}</text><rect x="${left}" y="${y - 14}" width="${length}" height="18" rx="3" fill="${fill}"/><text x="${left + Number(length) + 6}" y="${y}">${figure(value)}</text>`;
			}),
		];
	});
	const height = y + 20;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${groups.map(([title]) => title).join('. ')}">
<style>text { font: 14px system-ui, sans-serif; fill: #1d2939; } .title { font-weight: 600; }</style>
<rect width="${width}" height="${height}" rx="12" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}
