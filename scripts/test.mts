import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jestRun } from './jestRun.mts';
import { packPackage } from './packedPackage.mts';
import { command, Steps } from './steps.mts';
import { checkFileList, unpackAlone } from './tarballCheck.mts';

const steps = new Steps();
const scratch = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-test-'));

// Rows of steps at the same time, because every machine has at least two cores. The longest row begins with the build.
await Promise.all([checkTheSources(), testThePackage()]);

await rm(scratch, { recursive: true, force: true });
steps.finish();

async function checkTheSources() {
	await steps.step('Lint and formatting', () => command('npm', ['run', 'lint']));
	await steps.step('The direction of imports', () => command('npm', ['run', 'check:structure']));
	await steps.step('The workflows of GitHub', () => command('tsx', ['scripts/workflowsCheck.mts']));
}

async function testThePackage() {
	// The build checks the types of what is published, and lint all others.
	if (!(await steps.step('Build', () => command('npm', ['run', 'build'])))) return;
	await Promise.all([testWhatIsBuilt(), testWhatIsPacked()]);
}

async function testWhatIsBuilt() {
	await steps.step('Unit, sandbox and engine tests', () => jestRun(['unit', 'sandbox', 'engine']));
	await steps.step('What is generated is current', () =>
		command('npm', ['run', '--silent', 'generate', '--', '--check']),
	);
}

async function testWhatIsPacked() {
	let unpacked = '';
	const isPacked = await steps.step('Packing, and the list of files', async () => {
		const packed = await packPackage(scratch);
		checkFileList(packed);
		unpacked = await unpackAlone(packed, join(scratch, 'alone'));
	});
	if (!isPacked) return;
	await steps.step('Loading the tarball alone', () =>
		command(process.execPath, ['scripts/loadRegistered.js', unpacked], { env: { NODE_PATH: '' } }),
	);
	await steps.step("n8n's community scan", () =>
		command('tsx', ['scripts/communityScan.mts', unpacked]),
	);
}
