// Runs one of our .mts files; on a fresh clone, installs the dependencies first: `node scripts/installed.mjs demo/main.mts`.
// Runs it in this process, so that signals and exit codes reach it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withAddresses } from './lockedAddresses.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const lockfile = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const lock = lockfile('package-lock.json');

/** Compares entries with npm's record of its last installation. File times mean nothing after a `git pull`. */
function isInstalled() {
	let installed;
	try {
		installed = lockfile('node_modules/.package-lock.json').packages;
	} catch {
		return false;
	}
	return Object.entries(lock.packages).every(
		([path, { version, optional }]) =>
			path === '' || optional || installed[path]?.version === version,
	);
}

async function install() {
	console.log('Installing the development dependencies (one or two minutes, once) …');
	if ((await installWithAddresses()) || (await npmCi(root))) return;
	console.error('npm ci failed; see its output above.');
	process.exit(1);
}

async function npmCi(cwd) {
	// No install scripts: a lint plugin's preinstall script insists on pnpm, and nothing needs building.
	const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
	const npm = spawn('npm', ['ci', ...options], { cwd, stdio: 'inherit' });
	const begin = Date.now();
	const tell = () => {
		const seconds = Math.round((Date.now() - begin) / 1000);
		console.log(
			`npm ci of ${Object.keys(lock.packages).length} packages, one or two minutes · ${seconds} s`,
		);
	};
	// npm shows its progress on a terminal only.
	const timer = process.stdout.isTTY ? undefined : setInterval(tell, 8_000);
	try {
		const [status] = await once(npm, 'close');
		return status === 0;
	} finally {
		clearInterval(timer);
	}
}

/** Installs in half the time, in a folder of its own, because our lockfile names no registry. */
async function installWithAddresses() {
	const folder = join(root, '.install');
	rmSync(folder, { recursive: true, force: true });
	for (const name of ['package.json', '.npmrc', 'scripts/noAiSdk']) {
		cpSync(join(root, name), join(folder, name), { recursive: true });
	}
	const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root });
	const packages = withAddresses(lock.packages, String(stdout));
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
	try {
		if (!(await npmCi(folder))) return false;
		rmSync(join(root, 'node_modules'), { recursive: true, force: true });
		renameSync(join(folder, 'node_modules'), join(root, 'node_modules'));
		return true;
	} catch {
		// It may be a mount point.
		return false;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

if (!isInstalled()) await install();
const [script, ...args] = process.argv.slice(2);
if (script) {
	process.chdir(root);
	const file = join(root, script);
	process.argv = [process.execPath, file, ...args];
	(await import('tsx/esm/api')).register();
	// The package itself is CommonJS.
	(await import('tsx/cjs/api')).register();
	await import(pathToFileURL(file).href);
}
