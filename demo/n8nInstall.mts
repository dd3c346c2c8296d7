import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached, type Report } from './cache.mts';
import { node24, type Node24 } from './node24.mts';
import { run } from './processGroup.mts';

const pinned = fileURLToPath(new URL('n8n', import.meta.url));

export interface N8nInstall {
	node: Node24;
	version: string;
	/** The script that `n8n` runs. */
	script: string;
}

/** Brings the pinned n8n and the Node it needs: minutes the first time, nothing afterwards. */
export async function n8nInstall(report: Report): Promise<N8nInstall> {
	const node = await node24(report);
	const lockfile = await readFile(join(pinned, 'package-lock.json'), 'utf8');
	const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
	const { packages } = JSON.parse(lockfile) as { packages: Record<string, { version: string }> };
	const version = packages['node_modules/n8n']?.version ?? 'unknown';

	const folder = await cached(
		`n8n-${version}-${hash}-${process.platform}-${process.arch}-node-${node.version}`,
		async (folder) => {
			for (const file of ['package.json', 'package-lock.json']) {
				await copyFile(join(pinned, file), join(folder, file));
			}
			await installPackages(folder, node, version, report);
			await buildSqlite(folder, node, report);
		},
		report,
	);
	return { node, version, script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

async function installPackages(folder: string, node: Node24, version: string, report: Report) {
	let fetched = 0;
	const show = () => report(`Installing n8n ${version} with npm ci, ${fetched} packages fetched`);
	show();
	// Scripts stay off: of all packages only sqlite3 needs its own, and that is run below.
	await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'], {
		cwd: folder,
		env: node.env,
		onLine: (line) => {
			if (!/^npm http .*\.tgz/.test(line)) return;
			fetched += 1;
			show();
		},
	});
}

async function buildSqlite(folder: string, node: Node24, report: Report) {
	report("Bringing n8n's database driver: prebuilt, or compiled where it cannot be downloaded");
	try {
		await run('npm', ['rebuild', 'sqlite3', '--foreground-scripts'], {
			cwd: folder,
			env: node.env,
		});
		await run(node.binary, ['-e', "new (require('sqlite3').Database)(':memory:')"], {
			cwd: folder,
		});
	} catch (error) {
		throw new Error(
			"n8n's database driver (sqlite3) could neither be downloaded prebuilt nor compiled. " +
				'Compiling needs python3 (below 3.12, or with setuptools), make and g++.\n' +
				(error as Error).message,
		);
	}
}
