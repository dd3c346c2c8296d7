// `npm run bench` measures what sending and receiving cost in a real n8n, beside the nodes that people use today.
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { n8nInstall } from '../demo/n8nInstall.mts';
import { endAll } from '../demo/processGroup.mts';
import { packPackage } from '../scripts/packedPackage.mts';
import { command } from '../scripts/steps.mts';
import { BenchN8n } from './benchN8n.mts';
import { isBuilt } from './builtPackage.mts';
import { contestants, REFERENCE } from './contestants.mts';
import { measureCpu } from './cpu.mts';
import { machine } from './machine.mts';
import { mustReach } from './mustReach.mts';
import { options } from './options.mts';
import { measurePackage } from './packageFigures.mts';
import { writeSpeedPage } from './speedPage.mts';
import { measureReceiving } from './receiving.mts';
import type { Results } from './results.mts';
import { measureScale } from './scale.mts';
import { sendWorkflow } from './sendWorkflow.mts';
import { EMPTY, measureSending } from './sending.mts';
import { startServices } from './services.mts';
import { tables } from './tables.mts';
import { textTable } from './textTable.mts';
import { triggers, triggerWorkflow } from './triggers.mts';

const begin = Date.now();
const { parts, settings, isWhole } = options();
const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`);
const row = (figures: object) => say(JSON.stringify(figures));

await command('npm', ['run', 'build']);
const packed = await packPackage(folder);
const install = await n8nInstall(say);
const services = await startServices(settings.latencyMs);
const all = contestants(services.sandbox.baseUrl, settings.latencyMs, settings.keys);
const built = all.filter(({ node }) => isBuilt(node));
const receivers = triggers.filter(({ node }) => isBuilt(node));
const results: Results = {
	date: new Date().toISOString(),
	machine: machine(),
	versions: { package: packed.version, n8n: install.version, node: install.node.version },
	settings,
};

try {
	const bench = await BenchN8n.prepare({
		folder: join(folder, 'n8n'),
		install,
		packed,
		credentials: services.credentials,
		workflows: (credentials) => [
			sendWorkflow({ id: EMPTY }, services.peopleUrl, credentials),
			...built.map((contestant) => sendWorkflow(contestant, services.peopleUrl, credentials)),
			...receivers.flatMap((each) => [triggerWorkflow(each, false), triggerWorkflow(each, true)]),
		],
	});
	for (const { name } of [...all, ...triggers]) {
		const isThere = [...built, ...receivers].some((each) => each.name === name);
		if (!isThere) say(`Not in this build: ${name}`);
	}
	const best = built.find(({ id }) => id === REFERENCE);
	for (const part of parts) {
		say(`Part ${part}`);
		if (part === 'sending') {
			results.sending = await measureSending(bench, services, built, settings, row);
		}
		if (part === 'cpu') {
			const ours = built.filter(({ id }) => ['bulk', 'bulk-unchecked'].includes(id));
			results.cpu = await measureCpu(install.node.binary, ours, services);
		}
		if (part === 'scale' && best) {
			results.scale = await measureScale(bench, services, best, row);
		}
		if (part === 'trigger') {
			results.trigger = await measureReceiving(bench, receivers, settings, row);
		}
		if (part === 'package') results.package = await measurePackage(install.node.binary, packed);
	}
} finally {
	await endAll();
	await services.close();
	await rm(folder, { recursive: true, force: true });
}

const goals = mustReach(results);
for (const table of tables(results)) console.log(`\n${textTable(table)}`);
console.log('');
for (const { goal, measured, isReached } of goals) {
	if (!isWhole && isReached === undefined) continue;
	const verdict = isReached === undefined ? '  ' : isReached ? 'reached' : 'NOT reached';
	console.log(`${verdict.padEnd(11)}  ${goal}: ${measured}`);
}
if (isWhole) {
	await writeFile(
		fileURLToPath(new URL('results.json', import.meta.url)),
		`${JSON.stringify({ ...results, mustReach: goals }, undefined, 2)}\n`,
	);
	await writeSpeedPage(results);
	await command('prettier', ['--write', 'docs/speed.md', 'bench/results.json']);
}
console.log(`\nTook ${Math.round((Date.now() - begin) / 60_000)} minutes.`);
