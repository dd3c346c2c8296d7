import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../demo/processGroup.mts';

const POSTGRES = '/usr/lib/postgresql';
const REDIS = '/usr/bin/redis-server';

/** The folder of the newest PostgreSQL, and Redis, from Debian's packages, installed if missing. Starts neither. */
export async function debianPackages(report: (text: string) => void) {
	const missing = [
		...((await postgresFolder()) ? [] : ['postgresql']),
		...(existsSync(REDIS) ? [] : ['redis-server']),
	];
	if (missing.length > 0) await install(missing, report);
	const postgres = await postgresFolder();
	if (!postgres) throw new Error(`There is no PostgreSQL in ${POSTGRES}.`);
	return { postgres, redis: REDIS };
}

async function postgresFolder(): Promise<string | undefined> {
	const versions = await readdir(POSTGRES).catch(() => []);
	return versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(POSTGRES, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'postgres')));
}

async function install(names: string[], report: (text: string) => void): Promise<void> {
	if (process.getuid?.() !== 0) {
		throw new Error(
			`Install the Debian packages ${names.join(' and ')} first, or run this as root.`,
		);
	}
	report(`apt-get install ${names.join(' ')}`);
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await run('apt-get', ['update', '-qq'], { env });
	await run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...names], { env });
}
