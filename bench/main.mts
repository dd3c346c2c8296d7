// `npm run bench` measures sending and receiving in a real n8n, beside the nodes that people use today.
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { n8nInstall } from '../demo/n8nInstall.mts';
import { endAll } from '../demo/processGroup.mts';
import { packPackage } from '../scripts/packedPackage.mts';
import { command } from '../scripts/steps.mts';
import { prepareN8n } from './benchN8n.mts';
import { contestants, sendWorkflow } from './contestants.mts';
import { say } from './figures.mts';
import { measureReceiving } from './receiving.mts';
import { measureItems } from './sending.mts';
import { startServices } from './services.mts';
import { triggers, triggerWorkflow } from './triggers.mts';

// `--only sending,receiving` measures some parts, `--quick` a tenth of the items.
const { only, quick } = parseArgs({
	options: {
		only: { type: 'string', default: 'sending,one,reading,scale,receiving' },
		quick: { type: 'boolean', default: false },
	},
}).values;
const tenth = quick ? 0.1 : 1;

const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

await command('npm', ['run', 'build']);
const packed = await packPackage(folder);
const install = await n8nInstall(say);
const services = await startServices();
const all = contestants(services.sandbox.baseUrl);
const bench = await prepareN8n(
	join(folder, 'n8n'),
	install,
	packed,
	services.credentials,
	(credentials) => [
		...all.map((one) => sendWorkflow(one, services.peopleUrl, credentials)),
		...triggers.map(triggerWorkflow),
	],
);

const measure = async (items: number, ids: string[]) => {
	const chosen = all.filter(({ id }) => ids.includes(id));
	return await measureItems(bench, services, items * tenth, chosen);
};
const parts: Record<string, () => Promise<object>> = {
	sending: () => measure(10_000, ['empty', 'dragged', 'computed', 'keyed', 'send', 'http']),
	/** A request for each text; ten times as many would take Twilio five minutes. */
	one: () => measure(1_000, ['send', 'http', 'twilio']),
	reading: () => measure(10_000, ['read', 'readHttp']),
	/** To see the memory. */
	scale: () => measure(100_000, ['empty', 'dragged']),
	receiving: () => measureReceiving(bench),
};
const results: Record<string, object | undefined> = {};
try {
	for (const part of only.split(',')) {
		say(`Part ${part}, load average ${loadavg()[0]}`);
		results[part] = await parts[part]?.();
		console.table(results[part]);
	}
} finally {
	await endAll();
	await services.close();
}

// The page compares only figures of one run.
const isWhole = Object.keys(parts).every((part) => part in results);
if (isWhole && !quick) {
	const about = {
		measured: new Date().toISOString().slice(0, 10),
		n8n: install.version,
		machine: `${cpus().length} cores of ${cpus()[0]?.model}, ${Math.round(totalmem() / 1e9)} GB`,
	};
	await writeFile(
		new URL('results.json', import.meta.url),
		`${JSON.stringify({ ...about, ...results }, undefined, 2)}\n`,
	);
	await import('../scripts/speedPage.mts');
}
