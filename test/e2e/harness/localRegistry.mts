import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../demo/freePort.mts';
import type { Node24 } from '../../../demo/node24.mts';
import { run, start } from '../../../demo/processGroup.mts';
import { verdaccioInstall } from './verdaccioInstall.mts';

/** The registry of npm, and of n8n without an enterprise licence. */
export const NPM = 'registry.npmjs.org';

/** Replaces npm's registry; contains only what is published here. */
export interface LocalRegistry {
	port: number;
	/** Keeps npm away from the user's settings and cache. */
	env: Record<string, string>;
	publish: (what: string) => Promise<void>;
}

/** Stores everything in `folder`; `endAll` ends it. */
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
	// npm publishes nothing without a token; this registry ignores it.
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
				{
					cwd: folder,
					env: { ...node.env, ...env },
				},
			),
	};
}
