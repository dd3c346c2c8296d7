import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node24 } from '../demo/node24.mts';
import { jestRun } from './jestRun.mts';
import { packPackage } from './packedPackage.mts';
import { command, Steps } from './steps.mts';
import { checkFileList, unpackAlone } from './tarballCheck.mts';

const steps = new Steps();
const node = process.execPath;
const scratch = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-test-'));

await steps.step('Types', () => command('npm', ['run', 'typecheck']));
await steps.step('Lint and formatting', () => command('npm', ['run', 'lint']));
await steps.step('The direction of imports', () => command('npm', ['run', 'check:structure']));
await steps.step('The workflows of GitHub', () => command('tsx', ['scripts/workflowsCheck.mts']));

if (await steps.step('Build', () => command('npm', ['run', 'build']))) await testWhatIsBuilt();

await rm(scratch, { recursive: true, force: true });
steps.finish();

async function testWhatIsBuilt() {
	const nodes = [{ version: process.versions.node, binary: node }];
	if (process.versions.node.startsWith('24.')) {
		console.log(
			'\nThis is Node 24 already: the unit tests run once. Start them with Node 20 to run them on both.',
		);
	} else {
		await steps.step('Bringing Node 24 (once)', async () => {
			nodes.push(await node24((text) => console.log(text)));
		});
	}
	// On Node 24 the nodes run in a real n8n: `npm run test:e2e`.
	for (const project of ['sandbox', 'engine']) {
		await steps.step(`${project} tests`, () => jestRun(node, project));
	}
	for (const { version, binary } of nodes) {
		await steps.step(`unit tests, Node ${version}`, () => jestRun(binary, 'unit'));
	}

	await steps.step('What is generated is current', () =>
		command('npm', ['run', '--silent', 'generate', '--', '--check']),
	);

	await steps.step('A new operation, as CONTRIBUTING.md adds it', () =>
		command('tsx', ['scripts/walkThrough.mts']),
	);

	let unpacked = '';
	const isPacked = await steps.step('Packing, and the list of files', async () => {
		const packed = await packPackage(scratch);
		console.log(packed.files.join('\n'));
		console.log(
			`${packed.files.length} files, ${kB(packed.size)}, ${kB(packed.unpackedSize)} unpacked`,
		);
		checkFileList(packed);
		unpacked = await unpackAlone(packed, join(scratch, 'alone'));
	});
	if (!isPacked) return;
	for (const { version, binary } of nodes) {
		await steps.step(`Loading the tarball alone, Node ${version}`, () =>
			command(binary, ['scripts/loadRegistered.js', unpacked], { env: { NODE_PATH: '' } }),
		);
	}
	for (const [leg, folder] of [
		['source', '.'],
		['tarball', unpacked],
	] as const) {
		await steps.step(`n8n's community scan, ${leg} leg`, () =>
			command('tsx', ['scripts/communityScan.mts', leg, folder]),
		);
	}
}

function kB(bytes: number) {
	return `${Math.round(bytes / 1000)} kB`;
}
