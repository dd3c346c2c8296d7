import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../../../demo/cache.mts';
import { freePort } from '../../../demo/freePort.mts';
import type { Node24 } from '../../../demo/node24.mts';
import { run, start } from '../../../demo/processGroup.mts';

/** Where npm, and n8n without an enterprise licence, look for packages. */
export const NPM = 'registry.npmjs.org';

/** Takes the place of npm's registry. Has only what is published here. */
export interface LocalRegistry {
	port: number;
	/** Keeps npm away from the user's settings and cache. */
	env: Record<string, string>;
	publish: (what: string) => Promise<void>;
}

const pinned = fileURLToPath(new URL('registry', import.meta.url));

/** Installs the pinned verdaccio, once and outside the checkout, and returns the script that starts it. */
async function verdaccioInstall(node: Node24): Promise<string> {
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

/** Stores everything in `folder`. `endAll` ends it. */
export async function startLocalRegistry(folder: string, node: Node24): Promise<LocalRegistry> {
	await mkdir(folder, { recursive: true });
	const script = await verdaccioInstall(node);
	const port = await freePort();
	const address = `http://127.0.0.1:${port}/`;
	const settings = join(folder, 'verdaccio.json');
	await writeFile(
		settings,
		JSON.stringify({
			storage: join(folder, 'storage'),
			auth: { htpasswd: { file: join(folder, 'htpasswd') } },
			packages: { '**': { access: '$all', publish: '$all' } },
			listen: address,
			web: { enable: false },
			log: { type: 'stdout', format: 'pretty', level: 'warn' },
		}),
	);
	let isUp = () => {};
	const up = new Promise<void>((resolve) => (isUp = resolve));
	const verdaccio = await start(node.binary, [script, '--config', settings], {
		cwd: folder,
		env: { ...node.env, VERDACCIO_PUBLIC_URL: `https://${NPM}` },
		onLine: (line) => {
			if (line.includes(address)) isUp();
		},
	});
	const ended = verdaccio.exited.then((end) => {
		throw new Error(`verdaccio ended with ${end}:\n${verdaccio.tail()}`);
	});
	await Promise.race([up, ended]);

	const userconfig = join(folder, 'npmrc');
	// npm publishes nothing without a token; this registry asks for none.
	await writeFile(userconfig, `//127.0.0.1:${port}/:_authToken=none\n`);
	const env = {
		npm_config_userconfig: userconfig,
		npm_config_cache: join(folder, 'npm-cache'),
		npm_config_registry: `https://${NPM}/`,
		npm_config_update_notifier: 'false',
	};
	return {
		port,
		env,
		publish: (what) =>
			run(
				'npm',
				['publish', what, '--ignore-scripts', '--provenance=false', '--registry', address],
				{ cwd: folder, env: { ...node.env, ...env } },
			),
	};
}
