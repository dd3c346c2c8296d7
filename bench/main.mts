// `npm run bench` measures what sending and receiving cost in a real n8n, beside the nodes that people use today.
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { n8nInstall } from '../demo/n8nInstall.mts';
import { endAll } from '../demo/processGroup.mts';
import { formatted, keepSection } from '../scripts/generatedFile.mts';
import { packPackage } from '../scripts/packedPackage.mts';
import { command } from '../scripts/steps.mts';
import { unpackAlone } from '../scripts/tarballCheck.mts';
import { prepareN8n } from './benchN8n.mts';
import { contestants, EMPTY, isOurs, REFERENCE, sendWorkflow } from './contestants.mts';
import { measureCpu } from './cpu.mts';
import { machine, median, say } from './figures.mts';
import { measureReceiving } from './receiving.mts';
import { goals, userTables, type Results } from './report.mts';
import { measureScale, measureSending } from './sending.mts';
import { startServices } from './services.mts';
import { triggers, triggerWorkflow } from './triggers.mts';

// `--only cpu,package` measures some parts, `--quick` with a tenth of the items, `--ours` no other sender, `--write` puts the
// figures into docs/speed.md.
const { only, quick, ours, write } = parseArgs({
	options: {
		only: { type: 'string', default: 'sending,cpu,scale,trigger,package' },
		quick: { type: 'boolean', default: false },
		ours: { type: 'boolean', default: false },
		write: { type: 'boolean', default: false },
	},
}).values;
const tenth = quick ? 0.1 : 1;
const settings = { latencyMs: 20 };

const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

await command('npm', ['run', 'build']);
const packed = await packPackage(folder);
const install = await n8nInstall(say);
const { binary, version } = install.node;
const services = await startServices(settings.latencyMs);
const all = contestants(services.sandbox.baseUrl, settings.latencyMs, 100_000 * tenth);
const bench = await prepareN8n(
	join(folder, 'n8n'),
	install,
	packed,
	services.credentials,
	(credentials) => [
		...[{ id: EMPTY }, ...all].map((one) => sendWorkflow(one, services.peopleUrl, credentials)),
		...triggers.flatMap((each) => [triggerWorkflow(each, false), triggerWorkflow(each, true)]),
	],
);
const some = (...ids: string[]) => all.filter(({ id }) => ids.includes(id));
const [best] = some(REFERENCE) as [(typeof all)[number]];

/** The time the package adds to the start of n8n. */
async function measurePackage() {
	const unpacked = await unpackAlone(packed, join(folder, 'alone'));
	const loads: number[] = [];
	while (loads.length < 15) {
		const { stdout } = await execa(binary, ['scripts/loadRegistered.js', unpacked]);
		loads.push(Number(/ in ([\d.]+) ms/.exec(stdout)?.[1]));
	}
	return { loadMs: median(loads) };
}

const parts: Record<string, () => Promise<object>> = {
	sending: () => measureSending(bench, services, ours ? all.filter(isOurs) : all, 10_000 * tenth),
	cpu: () => measureCpu(binary, some(REFERENCE), services),
	scale: () => measureScale(bench, services, best),
	trigger: () =>
		measureReceiving(bench, { loadPushes: quick ? 150 : 500, pushes: quick ? 1_000 : 4_000 }),
	package: measurePackage,
};
const begun = {
	date: new Date().toISOString(),
	machine: machine(),
	versions: { package: packed.version, n8n: install.version, node: version },
	settings,
};
const measured: Record<string, object> = {};
try {
	for (const part of only.split(',')) {
		say(`Part ${part}`);
		measured[part] = (await parts[part]?.()) ?? {};
		if (part === 'cpu' || part === 'package') say(measured[part]);
	}
} finally {
	await endAll();
	await services.close();
}

const results: Results = { ...begun, ...measured };
console.log(`\n${await formatted('docs/speed.md', userTables(results).join('\n\n'))}`);
for (const { goal, measured: found, isReached } of goals(results)) {
	console.log(`${isReached ? 'reached    ' : 'NOT reached'}  ${goal}: ${found}`);
}
if (write) {
	// What was not measured now stays as it was measured before.
	const before = JSON.parse(await readFile('bench/results.json', 'utf8')) as Results;
	const whole = Object.keys(parts).every((part) => part in measured)
		? results
		: { ...before, ...measured };
	const stored = JSON.stringify({ ...whole, mustReach: goals(whole) });
	await writeFile('bench/results.json', await formatted('bench/results.json', stored));
	const section = [introduction(whole), ...userTables(whole)].join('\n\n');
	await keepSection('docs/speed.md', 'benchmark', section);
}

function introduction({ date, machine, versions }: Results): string {
	const { cores, processor, memoryGB, loadAverage } = machine;
	return `Measured on ${date.slice(0, 10)} in a real n8n ${versions.n8n} (Node ${versions.node}, SQLite, successful executions not
saved) on ${cores} cores of ${processor} with ${memoryGB} GB, load average ${loadAverage} at the start. The services are stand-ins on
the same machine; n8n's Twilio and seven nodes are led to theirs, without TLS. All figures are in
[bench/results.json](../bench/results.json). To measure again, in about half an hour:

\`\`\`sh
npm run bench -- --write
\`\`\``;
}
