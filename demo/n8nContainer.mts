import { randomUUID } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { run, start } from './processGroup.mts';

const checkout = fileURLToPath(new URL('..', import.meta.url));

/** How to start and kill one n8n process. */
export interface Launch {
	command: string;
	args: string[];
	env: NodeJS.ProcessEnv;
	/** For a command that does not pass signals on to n8n. */
	kill?: () => Promise<void>;
}

export const isImage = (choice: string) => choice.includes('/');

/**
 * Runs an n8n command in a container, with Docker on Linux. The container shares network, user and temporary files with this
 * machine and can read the checkout, so paths are the same as without a container.
 */
export function inContainer(
	image: string,
	command: string,
	userFolder: string,
	env: Record<string, string>,
): Launch {
	const name = `n8n-nodes-textme-${randomUUID()}`;
	const { uid, gid } = userInfo();
	const settings = { ...env, HOME: userFolder };
	return {
		command: 'docker',
		args: [
			'run',
			'--rm',
			'--name',
			name,
			'--network',
			'host',
			'--user',
			`${uid}:${gid}`,
			'--volume',
			`${tmpdir()}:${tmpdir()}`,
			'--volume',
			`${checkout}:${checkout}:ro`,
			'--workdir',
			userFolder,
			...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
			image,
			command,
		],
		env: process.env,
		kill: () => run('docker', ['kill', name]),
	};
}

/** Pulls an image, and returns the version of its n8n. */
export async function versionOfImage(image: string): Promise<string> {
	await run('docker', ['pull', '--quiet', image]);
	const asked = await start('docker', ['run', '--rm', image, '--version']);
	await asked.exited;
	const version = /\d+\.\d+\.\d+\S*/.exec(asked.tail())?.[0];
	if (version) return version;
	throw new Error(`The n8n in ${image} does not tell its version:\n${asked.tail()}`);
}
