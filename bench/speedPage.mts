import { readFile, writeFile } from 'node:fs/promises';
import { withSection } from '../scripts/generatedFile.mts';
import type { Results } from './results.mts';
import { userTables } from './tables.mts';
import { markdownTable } from './textTable.mts';
import { wrapped } from './wrapped.mts';

const file = new URL('../docs/speed.md', import.meta.url);

/** Puts the tables of a run between the markers of docs/speed.md. */
export async function writeSpeedPage(results: Results): Promise<void> {
	const page = await readFile(file, 'utf8');
	const section = [introduction(results), ...userTables(results).map(markdownTable)];
	await writeFile(file, withSection(page, 'benchmark', section.join('\n\n')));
}

function introduction({ date, machine, versions }: Results): string {
	const { cores, processor, memoryGB, loadAverage } = machine;
	return wrapped(
		`Measured on ${date.slice(0, 10)} in a real n8n ${versions.n8n} (Node ${versions.node}, SQLite, successful executions not ` +
			`saved) on ${cores} cores of ${processor} with ${memoryGB} GB, load average ${loadAverage} at the start. The services ` +
			"are stand-ins on the same machine; n8n's Twilio and seven nodes are led to theirs, without TLS. All figures are " +
			'in [bench/results.json](../bench/results.json). To measure again, in about half an hour:',
	).concat('\n\n```sh\nnpm run bench\n```');
}
