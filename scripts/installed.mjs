// Runs one of our .mts files; on a fresh clone, installs the dependencies first: `node scripts/installed.mjs demo/main.mts`.
// Runs it in this process, so that signals and exit codes reach it.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Compares entries with npm's record of its last installation. File times mean nothing after a `git pull`. */
async function isInstalled() {
	const read = async (file) => JSON.parse(await readFile(join(root, file), 'utf8')).packages;
	const installed = await read('node_modules/.package-lock.json').catch(() => ({}));
	const locked = Object.entries(await read('package-lock.json'));
	return locked.every(
		([path, { version, optional }]) =>
			path === '' || optional || installed[path]?.version === version,
	);
}

function install() {
	console.log('Installing the development dependencies (some minutes, once) …');
	// No install scripts: a lint plugin's preinstall script insists on pnpm, and nothing needs building.
	const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
	const { status } = spawnSync('npm', ['ci', ...options], { cwd: root, stdio: 'inherit' });
	if (status === 0) return;
	console.error('npm ci failed; see its output above.');
	process.exit(1);
}

if (!(await isInstalled())) install();
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
