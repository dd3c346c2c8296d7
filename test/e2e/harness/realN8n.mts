import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { n8nInstall, type N8nInstall } from '../../../demo/n8nInstall.mts';
import { startN8n, type N8nOptions, type N8nProcess } from '../../../demo/n8nProcess.mts';
import { N8nRest, owner, PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { endAll } from '../../../demo/processGroup.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/startSandbox.mts';
import type { SandboxOptions } from '../../../sandbox/settings.mts';
import { packPackage, unpackPackage, type PackedPackage } from '../../../scripts/packedPackage.mts';
import { until } from '../../../demo/until.mts';

/** A real n8n with the packed package installed and its owner set up, and the sandbox. */
export interface RealN8n {
	sandbox: Sandbox;
	n8n: N8nProcess;
	rest: N8nRest;
	install: N8nInstall;
	/** All that this n8n has stored. */
	userFolder: string;
	/** Restarts n8n with its stored data, at the same address. End the process first. */
	startAgain: (env?: Record<string, string>) => Promise<void>;
}

export interface RealN8nOptions extends Pick<N8nOptions, 'env'> {
	/** Called instead of installing the package. Returns more environment variables for n8n. */
	supply?: (supplies: Supplies) => Promise<Record<string, string>>;
}

export interface Supplies {
	packed: PackedPackage;
	sandbox: Sandbox;
	install: N8nInstall;
	/** Removed at the end. */
	folder: string;
}

/** What can be used at once, and the file that tells the rest when n8n has started. */
export interface Begun {
	packed: PackedPackage;
	file: string;
}

export interface Prepared {
	version: string;
	/** The stored data of this n8n version, with an owner. */
	stored: string;
	owner: typeof owner;
	/** A running n8n with the package, for scenarios that neither end it nor need other settings. */
	url: string;
}

/** Null if a scenario is run by hand: it then prepares everything itself. */
const begun = JSON.parse(process.env.TEXTME_PREPARED_N8N ?? 'null') as Begun | null;

async function prepared({ file }: Begun): Promise<Prepared> {
	const written = () => readFile(file, 'utf8').catch(() => undefined);
	let text: string | undefined;
	// However long it takes.
	while ((text = await written()) === undefined) await sleep(200);
	const { failure, ...ready } = JSON.parse(text) as Prepared & { failure?: string };
	if (failure) throw new Error(failure);
	Object.assign(owner, ready.owner);
	return ready;
}

/** For an n8n whose editor nobody opens and that runs no Code node: it starts in two thirds of the time. */
export const BARE = {
	...{ N8N_DISABLE_UI: 'true', N8N_RUNNERS_MODE: 'external', N8N_RUNNERS_AUTH_TOKEN: 'none' },
};

/** As docs/speed.md advises. Takes a third off an execution, so an n8n of many executions has it, and the others do not. */
export const LAZY = { env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' } };

const clock = new URL('n8nClock.mjs', import.meta.url).href;
/** Starts an n8n for tests. */
export const startTestN8n = ({ env, ...options }: N8nOptions) =>
	startN8n({ ...options, env: { NODE_OPTIONS: `--import ${clock}`, ...env } });

/** Milliseconds. The service's real delays are undocumented. These outlast a restart of n8n without flooding it. */
const PUSH_RETRIES = [5, 10, 20, 40, 60, 60].map((seconds) => seconds * 1_000);

/** A busy n8n may take long to answer a push. */
export const SANDBOX: SandboxOptions = {
	...{ clock: 'real', pushTimeoutMs: PATIENCE_MS, pushRetryDelaysMs: PUSH_RETRIES },
};

/** The package as packed for all scenarios, because the demo rebuilds `dist/` meanwhile. By hand: packs the current build. */
export const packedIn = async (folder: string) => begun?.packed ?? (await packPackage(folder));

/** Starts n8n and the sandbox, runs `work`, and ends both. The package must have been built. */
export async function withRealN8n<T>(
	work: (real: RealN8n) => Promise<T>,
	{ env: wanted, supply }: RealN8nOptions = {},
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-e2e-'));
	const userFolder = join(folder, 'n8n');
	const install = await n8nInstall(console.error);
	const packed = await packedIn(folder);
	const { version, stored } = begun ? await prepared(begun) : {};
	const isStored = stored && version === install.version;
	if (isStored) await cp(stored, userFolder, { recursive: true });
	if (!supply) await unpackPackage(packed, join(userFolder, '.n8n', 'nodes', 'node_modules'));
	const sandbox = await startSandbox(SANDBOX);
	try {
		const given = { ...wanted, ...(await supply?.({ packed, sandbox, install, folder })) };
		const n8n = await startTestN8n({ install, userFolder, env: given });
		const real: RealN8n = {
			sandbox,
			n8n,
			install,
			userFolder,
			rest: new N8nRest(n8n.url),
			startAgain: async (more = {}) => {
				const env = { ...given, ...more };
				real.n8n = await startTestN8n({ install, userFolder, port: n8n.port, env });
				if (more.CLOCK_AHEAD) process.kill(real.n8n.pid, 'SIGUSR2');
				await real.rest.logIn();
			},
		};
		try {
			await (isStored ? real.rest.logIn() : real.rest.setUpOwner());
			return await work(real);
		} catch (error) {
			// The error comes before n8n's log, because logs may be cut off.
			throw new Error(`${(error as Error).stack}\n${real.n8n.tail(40)}`);
		} finally {
			await real.n8n.stop();
		}
	} finally {
		await sandbox.close();
		await endAll();
		await rm(folder, { recursive: true, force: true });
	}
}

export type Shared = Pick<RealN8n, 'sandbox' | 'rest' | 'install'> & {
	n8n: Pick<N8nProcess, 'url'>;
};

/**
 * Runs `work` in the n8n that scenarios share, with its own sandbox. For scenarios that neither end n8n nor need other
 * settings.
 */
export async function withSharedN8n(work: (real: Shared) => Promise<void>): Promise<void> {
	if (!begun) return await withRealN8n(work, LAZY);
	const [install, sandbox] = await Promise.all([n8nInstall(console.error), startSandbox(SANDBOX)]);
	const { url } = await prepared(begun);
	const rest = new N8nRest(url);
	try {
		await rest.logIn();
		await work({ sandbox, rest, install, n8n: { url } });
	} finally {
		await sandbox.close();
	}
}

/**
 * For `startAgain`: sets n8n's clock ahead, as if n8n had been down for these minutes. Until n8n has started, its clock
 * is an hour slow, so that no wait ends: n8n would take that execution for crashed.
 */
export const clockAhead = (minutes: number): Record<string, string> => ({
	CLOCK_BEHIND: String(60 * 60_000),
	CLOCK_AHEAD: String(minutes * 60_000),
});

const STATUSES = `
	const { DatabaseSync } = require('node:sqlite');
	const database = new DatabaseSync(process.argv[1], { readOnly: true });
	console.log(JSON.stringify(database.prepare('SELECT id, status FROM execution_entity').all()));`;

/**
 * Kills n8n when exactly `running` executions run and all others wait. Freezes n8n first, so that its database stays as the
 * next start will find it. If fewer run, returns false and kills nothing.
 */
export async function killAtRest(real: RealN8n, running: number): Promise<boolean> {
	const { n8n } = real;
	let seen: number | undefined;
	await until(async () => {
		process.kill(n8n.pid, 'SIGSTOP');
		seen = await runningNow(real);
		if (seen === running) await n8n.kill();
		else process.kill(n8n.pid, 'SIGCONT');
		return seen !== undefined && seen <= running;
	});
	return seen === running;
}

/**
 * How many executions run. Undefined if a waiting one is still busy: the log has the start of its last node, but not the end.
 * At its next start, n8n takes busy executions for crashed.
 */
async function runningNow({ install, userFolder }: RealN8n): Promise<number | undefined> {
	const folder = join(userFolder, '.n8n');
	const args = ['-e', STATUSES, join(folder, 'database.sqlite')];
	const { failed, stdout } = await execa(install.node.binary, args, { reject: false });
	if (failed) return undefined; // frozen during a write
	const executions = JSON.parse(stdout) as Array<{ id: number; status: string }>;
	const log = await readFile(join(folder, 'n8nEventLog.log'), 'utf8');
	const events = log.split('\n').filter((line) => /"n8n\.node\.(started|finished)"/.test(line));
	const isAtRest = executions
		.filter(({ status }) => status === 'waiting')
		.map(({ id }) => events.filter((line) => line.includes(`"executionId":"${id}"`)).at(-1))
		.every((last) => last?.includes('"n8n.node.finished"') ?? true);
	return isAtRest
		? executions.filter(({ status }) => ['new', 'running'].includes(status)).length
		: undefined;
}
