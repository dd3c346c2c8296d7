// Prepares once what scenarios share: the packed package, the stored data of an n8n with an owner, and one n8n for scenarios
// that do not end it. Runs until its parent process ends.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { n8nInstall } from '../../../demo/n8nInstall.mts';
import { startN8n } from '../../../demo/n8nProcess.mts';
import { N8nRest, owner } from '../../../demo/n8nRest.mts';
import { endAll } from '../../../demo/processGroup.mts';
import { packPackage, unpackPackage } from '../../../scripts/packedPackage.mts';
import type { Prepared } from './realN8n.mts';

const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-prepared-'));
process.once('disconnect', () => {
	void endAll()
		.then(() => rm(folder, { recursive: true, force: true }))
		.then(() => process.exit());
});

const install = await n8nInstall(console.error);
const packed = await packPackage(folder);
const userFolder = join(folder, 'n8n');
const first = await startN8n({ install, userFolder });
await new N8nRest(first.url).setUpOwner();
await first.stop();
const stored = join(folder, 'stored');
await cp(userFolder, stored, { recursive: true });
await unpackPackage(packed, join(userFolder, '.n8n', 'nodes', 'node_modules'));
const { url } = await startN8n({ install, userFolder });
const prepared: Prepared = { packed, version: install.version, stored, owner, url };
process.send?.(prepared);
