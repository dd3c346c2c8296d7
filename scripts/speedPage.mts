// Writes the figures of bench/results.json into docs/speed.md.
import { readFile } from 'node:fs/promises';
import { keepSection, table } from './generatedFile.mts';

type Row = Record<string, number | string | null>;

const { measured, n8n, machine, sending, receiving } = JSON.parse(
	await readFile('bench/results.json', 'utf8'),
) as { sending: Row[]; receiving: Row[] } & Record<'measured' | 'n8n' | 'machine', string>;

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

await keepSection(
	'docs/speed.md',
	'figures',
	[
		`Measured ${measured} with n8n ${n8n} on ${machine}.\nThe services are stand-ins on the same machine that answer after 20 ms.`,
		'## 10,000 texts, each different',
		columns(sending, {
			...{ name: 'Sent with', requests: 'Requests', seconds: 'Seconds' },
			peakMB: 'Peak memory, MB',
		}),
		'## Pushes received',
		columns(receiving, {
			...{
				name: 'Received by',
				connections: 'Connections',
				answersPerSecond: 'Answers per second',
			},
			...{ eventsPerSecond: 'Events worked off per second', p99: 'p99, ms', failed: 'Failed' },
		}),
	].join('\n\n'),
);
