import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withAddresses, type LockedPackages } from '../scripts/lockedAddresses.js';
import { cached, type Report } from './cache.mts';
import { unpackedIn } from './lockedPackages.mts';
import { isImage, versionOfImage } from './n8nContainer.mts';
import { N8N_3_PATCHES, patchToN8n3 } from './n8n3Preview.mts';
import { node24, type Node24 } from './node24.mts';
import { run, start } from './processGroup.mts';

/** The newest n8n with the announced changes of n8n 3. */
export const N8N_3_PREVIEW = '3-preview';

/** The folders beside this file that pin an n8n version, by name of the choice. */
const PINNED: Record<string, string> = { newest: 'n8n', [N8N_3_PREVIEW]: 'n8n' };

/** The environment variable that chooses the n8n: a name from above, or a container image. */
export const N8N_CHOICE = 'TEXTME_N8N';

export interface N8nInstall {
	node: Node24;
	version: string;
	/** The script of n8n, or the container image. */
	from: { script: string } | { image: string };
}

/** Installs the chosen n8n and the Node it needs. Takes minutes the first time; later runs use the cache. */
export async function n8nInstall(report: Report): Promise<N8nInstall> {
	const choice = process.env[N8N_CHOICE] || 'newest';
	const node = await node24(report);
	if (isImage(choice)) {
		report(`Bringing ${choice}`);
		return { node, version: await versionOfImage(choice), from: { image: choice } };
	}
	const folderName = PINNED[choice];
	if (!folderName) {
		throw new Error(`There is no n8n '${choice}'; known are ${Object.keys(PINNED).join(', ')}.`);
	}
	const pinned = fileURLToPath(new URL(folderName, import.meta.url));
	const lockfile = await readFile(join(pinned, 'package-lock.json'), 'utf8');
	const lock = JSON.parse(lockfile) as { packages: LockedPackages };
	const { packages } = lock;
	const version = packages['node_modules/n8n']?.version ?? 'unknown';

	const name = `n8n-${version}-${hashOf(lockfile)}-${process.platform}-${process.arch}-node-${node.version}`;
	let folder = await cached(
		name,
		async (folder) => {
			await copyFile(join(pinned, 'package.json'), join(folder, 'package.json'));
			const addressed = withAddresses(packages, await registryOf(node));
			const written = JSON.stringify({ ...lock, packages: addressed });
			await writeFile(join(folder, 'package-lock.json'), written);
			await installPackages(folder, node, `Installing n8n ${version}`, packages, report);
			await buildSqlite(folder, node, report);
		},
		report,
	);
	if (choice === N8N_3_PREVIEW) folder = await n8n3Preview(name, folder, report);
	return { node, version, from: { script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') } };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

async function n8n3Preview(name: string, pinned: string, report: Report): Promise<string> {
	return await cached(
		`${name}-3-preview-${hashOf(JSON.stringify(N8N_3_PATCHES))}`,
		async (folder) => {
			report('Patching a copy of n8n to what is announced for n8n 3');
			await run('cp', ['-Rl', join(pinned, 'node_modules'), folder]);
			await patchToN8n3(folder);
		},
		report,
	);
}

/** Also says how far npm is, every second. */
async function installPackages(
	folder: string,
	node: Node24,
	title: string,
	packages: LockedPackages,
	report: Report,
) {
	const begin = Date.now();
	const progress = unpackedIn(folder, packages);
	const tell = () => report(`${title}: ${progress((Date.now() - begin) / 1000)}`);
	tell();
	const timer = setInterval(tell, 1000);
	// No install scripts: only sqlite3 needs its own, which runs below.
	const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
	try {
		await run('npm', ['ci', ...options], { cwd: folder, env: node.env });
	} finally {
		clearInterval(timer);
	}
}

async function registryOf({ env }: Node24): Promise<string> {
	const asked = await start('npm', ['config', 'get', 'registry'], { env });
	await asked.exited;
	const address = /^https?:\S+$/m.exec(asked.tail())?.[0];
	if (address) return address;
	throw new Error(`npm does not tell its registry:\n${asked.tail()}`);
}

async function buildSqlite(folder: string, node: Node24, report: Report) {
	report("Bringing n8n's database driver: compiled where it cannot be downloaded, about a minute");
	// Without the compiler's dearest optimizations, which take half a minute and which n8n does not need.
	const env = { ...node.env, CFLAGS: '-O1', CXXFLAGS: '-O1' };
	try {
		await run('npm', ['rebuild', 'sqlite3', '--foreground-scripts'], { cwd: folder, env });
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
