import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../../../demo/cache.mts';
import type { Node24 } from '../../../demo/node24.mts';
import { run } from '../../../demo/processGroup.mts';

const pinned = fileURLToPath(new URL('registry', import.meta.url));

/** Installs the pinned verdaccio once, outside the checkout, and returns its start script. */
export async function verdaccioInstall(node: Node24): Promise<string> {
	const lockfile = await readFile(join(pinned, 'package-lock.json'), 'utf8');
	const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
	const folder = await cached(
		`verdaccio-${hash}`,
		async (folder) => {
			for (const file of ['package.json', 'package-lock.json']) {
				await copyFile(join(pinned, file), join(folder, file));
			}
			await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
				cwd: folder,
				env: node.env,
			});
		},
		console.error,
	);
	return join(folder, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
}
