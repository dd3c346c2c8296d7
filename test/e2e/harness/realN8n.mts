import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { execa } from 'execa';
import { n8nInstall, type N8nInstall } from '../../../demo/n8nInstall.mts';
import { startN8n, type N8nOptions, type N8nProcess } from '../../../demo/n8nProcess.mts';
import { N8nRest, owner, PATIENCE_MS } from '../../../demo/n8nRest.mts';
import { endAll } from '../../../demo/processGroup.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/startSandbox.mts';
import type { SandboxOptions } from '../../../sandbox/settings.mts';
import { packPackage, unpackPackage, type PackedPackage } from '../../../scripts/packedPackage.mts';
import { until } from '../../../demo/until.mts';

/** A real n8n with the packed package and an owner, and the sandbox. */
export interface RealN8n {
	sandbox: Sandbox;
	n8n: N8nProcess;
	rest: N8nRest;
	install: N8nInstall;
	/** All that this n8n stores. */
	userFolder: string;
	/** Starts n8n again with its stored data, at the same address. End its process first. */
	startAgain: (env?: Record<string, string>) => Promise<void>;
}

export interface RealN8nOptions extends Pick<N8nOptions, 'env'> {
	sandbox?: SandboxOptions;
	/** Replaces the installation of the package. Returns more environment variables for n8n. */
	supply?: (supplies: Supplies) => Promise<Record<string, string>>;
}

export interface Supplies {
	packed: PackedPackage;
	sandbox: Sandbox;
	install: N8nInstall;
	/** Deleted at the end. */
	folder: string;
}

/** What `preparedN8n.mts` has prepared for all scenarios. */
export interface Prepared {
	packed: PackedPackage;
	version: string;
	/** The stored data of an n8n of that version with an owner. */
	stored: string;
	owner: typeof owner;
	/** An n8n with the package, for scenarios that neither end nor configure it. */
	url: string;
}

/** A scenario that is started by hand prepares everything itself. */
const prepared = JSON.parse(process.env.TEXTME_PREPARED_N8N ?? 'null') as Prepared | null;
if (prepared) Object.assign(owner, prepared.owner);

/** A busy n8n may be slow to answer a push. */
const SANDBOX: SandboxOptions = { clock: 'real', pushTimeoutMs: PATIENCE_MS };

/** Starts n8n and the sandbox, runs `work`, and ends both. Needs a built package. */
export async function withRealN8n<T>(
	work: (real: RealN8n) => Promise<T>,
	{ env: wanted, sandbox: sandboxOptions, supply }: RealN8nOptions = {},
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-e2e-'));
	const userFolder = join(folder, 'n8n');
	const install = await n8nInstall(console.error);
	const packed = prepared?.packed ?? (await packPackage(folder));
	const isStored = prepared?.version === install.version;
	if (isStored) await cp(prepared.stored, userFolder, { recursive: true });
	if (!supply) await unpackPackage(packed, join(userFolder, '.n8n', 'nodes', 'node_modules'));
	const sandbox = await startSandbox({ ...SANDBOX, ...sandboxOptions });
	try {
		const given = {
			...wanted,
			...(await supply?.({ packed, sandbox, install, folder })),
		};
		const n8n = await startN8n({ install, userFolder, env: given });
		const real: RealN8n = {
			sandbox,
			n8n,
			install,
			userFolder,
			rest: new N8nRest(n8n.url),
			startAgain: async (more = {}) => {
				const env = { ...given, ...more };
				real.n8n = await startN8n({ install, userFolder, port: n8n.port, env });
				if (more.CLOCK_AHEAD) process.kill(real.n8n.pid, 'SIGUSR2');
				await real.rest.logIn();
			},
		};
		try {
			await (isStored ? real.rest.logIn() : real.rest.setUpOwner());
			return await work(real);
		} catch (error) {
			// The reason comes first, because a log may be cut off.
			throw new Error(`${inspect(error)}\n${real.n8n.tail(40)}`);
		} finally {
			await real.n8n.stop();
		}
	} finally {
		await sandbox.close();
		await endAll();
		await rm(folder, { recursive: true, force: true });
	}
}

type Shared = Pick<RealN8n, 'sandbox' | 'rest' | 'install'> & { n8n: Pick<N8nProcess, 'url'> };

/** Runs `work` in the n8n that scenarios share, with its own sandbox. */
async function withSharedN8n<T>(work: (real: Shared) => Promise<T>): Promise<T> {
	if (!prepared) return await withRealN8n(work);
	const [install, sandbox] = await Promise.all([n8nInstall(console.error), startSandbox(SANDBOX)]);
	const rest = new N8nRest(prepared.url);
	try {
		await rest.logIn();
		return await work({ sandbox, rest, install, n8n: prepared });
	} finally {
		await sandbox.close();
	}
}

/**
 * Runs a scenario and writes its result as JSON to the file named on the command line. A process of its own, because jest
 * cannot load what starts n8n.
 */
export async function scenario(
	work: (real: RealN8n) => Promise<unknown>,
	options: RealN8nOptions = {},
): Promise<void> {
	await report(await withRealN8n(work, options));
}

/** `scenario` for one that neither ends nor configures n8n. */
export async function sharedScenario(work: (real: Shared) => Promise<unknown>): Promise<void> {
	await report(await withSharedN8n(work));
}

/** Writes a scenario's result to the file named on the command line. */
export async function report(seen: unknown): Promise<void> {
	const [, , reportFile] = process.argv;
	if (!reportFile) throw new Error('Name the file for the report.');
	await writeFile(reportFile, JSON.stringify(seen));
}

const clock = new URL('n8nClock.mjs', import.meta.url).href;

/**
 * For `startAgain`: n8n's clock is this far ahead, as if n8n had been down that long; 0 for the real time. Waits must not end
 * before n8n has started, because n8n takes executions that run during its start for crashed.
 */
export const clockAhead = (minutes: number): Record<string, string> => ({
	NODE_OPTIONS: `--import ${clock}`,
	CLOCK_BEHIND: String(60 * 60_000),
	CLOCK_AHEAD: String(minutes * 60_000),
});

const STATUSES = `
	const { DatabaseSync } = require('node:sqlite');
	const database = new DatabaseSync(process.argv[1], { readOnly: true });
	console.log(JSON.stringify(database.prepare('SELECT id, status FROM execution_entity').all()));`;

/**
 * Kills n8n while exactly `running` executions run and all others are idle. Freezes n8n first, to see what its next start will
 * find. Returns false, and kills nothing, if fewer run.
 */
export async function killAtRest(real: RealN8n, running = 0): Promise<boolean> {
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
 * How many executions run; undefined if one is in between: by the log, its last node has started and not ended. At its start,
 * n8n takes both for crashed.
 */
async function runningNow({ install, userFolder }: RealN8n): Promise<number | undefined> {
	const folder = join(userFolder, '.n8n');
	const args = ['-e', STATUSES, join(folder, 'database.sqlite')];
	const { failed, stdout } = await execa(install.node.binary, args, { reject: false });
	if (failed) return undefined; // n8n was writing
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
