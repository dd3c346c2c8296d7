import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './freePort.mts';
import { inContainer, type Launch } from './n8nContainer.mts';
import type { N8nInstall } from './n8nInstall.mts';
import { start } from './processGroup.mts';
import { until } from './until.mts';

const exitWithParent = new URL('exitWithParent.mjs', import.meta.url).href;

/** The command that starts an n8n process: everything, or one part in queue mode. */
export type N8nCommand = 'start' | 'webhook' | 'worker';

/** The line that n8n prints when it is ready. Before, webhooks answer 404. */
const READY: Record<N8nCommand, string> = {
	start: 'Editor is now accessible',
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
};

export interface N8nOptions {
	install: N8nInstall;
	command?: N8nCommand;
	/** All that this n8n stores. A second start with the same folder continues with it. */
	userFolder: string;
	/** An earlier start's port, so that its webhook addresses stay valid; default: any free port. */
	port?: number;
	env?: Record<string, string>;
}

export interface N8nProcess {
	url: string;
	port: number;
	pid: number;
	tail: (lines?: number) => string;
	/** Resolves when the process has ended, for any reason. */
	exited: Promise<unknown>;
	/** Gives n8n some seconds to finish its work. */
	stop: () => Promise<void>;
	/** Kills n8n at once, like a power cut. */
	kill: () => Promise<void>;
}

/** Starts n8n on loopback and waits until it is ready. With `start`, this includes its active workflows. */
export async function startN8n({
	install,
	command = 'start',
	userFolder,
	port,
	env,
}: N8nOptions): Promise<N8nProcess> {
	await mkdir(userFolder, { recursive: true });
	port ??= await freePort();
	const url = `http://127.0.0.1:${port}`;
	let ready = false;
	const launch = launchOf(install, command, userFolder, {
		...quietAndLocal,
		N8N_DISABLED_MODULES: 'mcp-registry',
		// The README tells users of n8n 3 to set this.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		...env,
	});
	const n8n = await start(launch.command, launch.args, {
		cwd: userFolder,
		env: launch.env,
		onLine: (line) => {
			if (line.startsWith(READY[command])) ready = true;
		},
	});
	let gone = false;
	const exited = n8n.exited.then(() => (gone = true));
	const kill = async () => {
		if (launch.kill && !gone) await launch.kill();
		else n8n.signal('SIGKILL');
		await exited;
	};
	const stop = async () => {
		// Only the main process gets the signal: it stops its task runner itself.
		if (!gone) process.kill(n8n.pid, 'SIGTERM');
		await Promise.race([exited, sleep(15_000, undefined, { ref: false })]);
		if (!gone) await kill();
	};

	const isUp = () => {
		if (gone) throw new Error(`n8n ended while starting. Its last lines:\n${n8n.tail()}`);
		return ready;
	};
	const inVain = () => `n8n did not become ready. Its last lines:\n${n8n.tail()}`;
	try {
		await until(isUp, { progress: n8n.tail, inVain });
	} catch (error) {
		await kill();
		throw error;
	}
	return { url, port, pid: n8n.pid, tail: n8n.tail, exited, stop, kill };
}

function launchOf(
	{ node, from }: N8nInstall,
	command: N8nCommand,
	userFolder: string,
	env: Record<string, string>,
): Launch {
	if ('image' in from) return inContainer(from.image, command, userFolder, env);
	return {
		command: node.binary,
		args: ['--import', exitWithParent, from.script, command],
		// Compiled code on disk saves n8n a quarter of each start.
		env: { ...inherited(node.env), NODE_COMPILE_CACHE: `${from.script}.compiled`, ...env },
	};
}

/** Only variables that every process needs, so that no setting of another n8n on this machine gets in. */
function inherited(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const names = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR'];
	return Object.fromEntries(names.map((name) => [name, env[name]]));
}

const quietAndLocal = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PYTHON_ENABLED: 'false',
	// On a busy machine the database check takes too long, and n8n then refuses all requests for a while.
	DB_PING_INTERVAL_SECONDS: '3600',
};
