// Runs a .mts file of ours, installing the dependencies first on a fresh clone:
// `node scripts/installed.mjs demo/main.mts --once`. It runs in this very process, which passes on signals and exit codes.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Compares the record of npm's last complete installation entry by entry: times say nothing after a `git pull`. */
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
	// Scripts stay off: a lint plugin insists on pnpm in its preinstall script, and nothing needs building.
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
