// Runs a command of node_modules/.bin, installing the dependencies first on a fresh clone: `node scripts/installed.mjs tsx file`.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Throws when npm fails, so that nothing runs against half an installation. */
export function ensureInstalled() {
	const installed = new URL('../node_modules/.package-lock.json', import.meta.url);
	const locked = new URL('../package-lock.json', import.meta.url);
	if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs) return;
	console.log('Installing the development dependencies (about a minute, once) …');
	// Scripts stay off: a lint plugin insists on pnpm in its preinstall script, and nothing needs building.
	const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
		cwd: root,
		stdio: 'inherit',
	});
	if (status !== 0) throw new Error('npm ci failed; see its output above.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	ensureInstalled();
	const [command, ...args] = process.argv.slice(2);
	const child = spawnSync(
		fileURLToPath(new URL(`../node_modules/.bin/${command}`, import.meta.url)),
		args,
		{
			cwd: root,
			stdio: 'inherit',
		},
	);
	process.exitCode = child.status ?? 1;
}
