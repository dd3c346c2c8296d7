import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { PackedPackage } from '../scripts/packedPackage.mts';
import { unpackAlone } from '../scripts/tarballCheck.mts';
import type { PackageFigures } from './results.mts';
import { median } from './statistics.mts';

const PROCESSES = 15;
const script = fileURLToPath(new URL('loadTime.js', import.meta.url));

/** Part (e): the time the package adds to the start of n8n, and the space it takes. */
export async function measurePackage(node: string, packed: PackedPackage): Promise<PackageFigures> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-load-'));
	try {
		const unpacked = await unpackAlone(packed, folder);
		const loads: Array<{ milliseconds: number; classes: number }> = [];
		for (let count = 0; count < PROCESSES; count++) {
			const { stdout } = await execa(node, [script, unpacked]);
			loads.push(JSON.parse(stdout) as (typeof loads)[number]);
		}
		return {
			loadMs: median(loads.map(({ milliseconds }) => milliseconds)),
			classes: loads[0]?.classes ?? 0,
			tarballKB: packed.size / 1000,
			unpackedKB: packed.unpackedSize / 1000,
			files: packed.files.length,
		};
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
