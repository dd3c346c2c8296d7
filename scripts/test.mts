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

// Two rows, one step after the other in each: a machine has two cores at least.
await Promise.all([
	steps.step('Lint and formatting', () => command('npm', ['run', 'lint'])),
	testThePackage(),
]);

await rm(scratch, { recursive: true, force: true });
steps.finish();

async function testThePackage() {
	await steps.step('The direction of imports', () => command('npm', ['run', 'check:structure']));
	await steps.step('The workflows of GitHub', () => command('tsx', ['scripts/workflowsCheck.mts']));
	await steps.step('Types', () => command('npm', ['run', 'typecheck']));
	const isBuilt = await steps.step('Build', () => command('npm', ['run', 'build']));
	if (isBuilt) await testWhatIsBuilt();
}

async function testWhatIsBuilt() {
	const nodes = [{ version: process.versions.node, binary: node }];
	if (process.versions.node.startsWith('24.')) {
		console.log('This is Node 24: start it with Node 20 to test on both.');
	} else {
		await steps.step('Bringing Node 24 (once)', async () => {
			nodes.push(await node24((text) => console.log(text)));
		});
	}
	// On Node 24: `npm run test:e2e`.
	await steps.step(`Unit, sandbox and engine tests, Node ${process.versions.node}`, () =>
		jestRun(node, ['unit', 'sandbox', 'engine']),
	);
	await Promise.all([
		steps.step('A new operation, as CONTRIBUTING.md adds it', () =>
			command('tsx', ['scripts/walkThrough.mts']),
		),
		testBesides(nodes),
	]);
}

async function testBesides(nodes: Array<{ version: string; binary: string }>) {
	await steps.step('What is generated is current', () =>
		command('npm', ['run', '--silent', 'generate', '--', '--check']),
	);
	await testWhatIsPacked(nodes);
}

async function testWhatIsPacked(nodes: Array<{ version: string; binary: string }>) {
	let unpacked = '';
	const isPacked = await steps.step('Packing, and the list of files', async () => {
		const packed = await packPackage(scratch);
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
