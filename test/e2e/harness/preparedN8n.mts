// Prepares once what scenarios share: the packed package, the stored data of an n8n with an owner, and one n8n for scenarios
// that do not end it. Runs until its parent process ends.
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { n8nInstall } from '../../../demo/n8nInstall.mts';
import { N8nRest, owner } from '../../../demo/n8nRest.mts';
import { endAll } from '../../../demo/processGroup.mts';
import { packPackage, unpackPackage } from '../../../scripts/packedPackage.mts';
import { LAZY, startTestN8n, type Begun, type Prepared } from './realN8n.mts';

const COPY = `
	const { DatabaseSync } = require('node:sqlite');
	new DatabaseSync(process.argv[1]).prepare('VACUUM INTO ?').run(process.argv[2]);`;

const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-prepared-'));
process.once('disconnect', () => {
	void endAll()
		.then(() => rm(folder, { recursive: true, force: true }))
		.then(() => process.exit());
});

const begun: Begun = { packed: await packPackage(folder), file: join(folder, 'prepared.json') };
process.send?.(begun);

const prepared = await prepare().catch(({ stack }: Error) => ({ failure: stack }));
await writeFile(`${begun.file}.part`, JSON.stringify(prepared));
await rename(`${begun.file}.part`, begun.file);

async function prepare(): Promise<Prepared> {
	const install = await n8nInstall(console.error);
	const userFolder = join(folder, 'n8n');
	const home = join(userFolder, '.n8n');
	await unpackPackage(begun.packed, join(home, 'nodes', 'node_modules'));
	const { url } = await startTestN8n({ install, userFolder, ...LAZY });
	await new N8nRest(url).setUpOwner();
	const stored = join(folder, 'stored');
	await mkdir(join(stored, '.n8n'), { recursive: true });
	await copyFile(join(home, 'config'), join(stored, '.n8n', 'config'));
	const databases = [home, join(stored, '.n8n')].map((one) => join(one, 'database.sqlite'));
	await execa(install.node.binary, ['-e', COPY, ...databases]);
	return { version: install.version, stored, owner, url };
}
