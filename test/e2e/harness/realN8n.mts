import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { n8nInstall, type N8nInstall } from '../../../demo/n8nInstall.mts';
import { startN8n, type N8nOptions, type N8nProcess } from '../../../demo/n8nProcess.mts';
import { N8nRest } from '../../../demo/n8nRest.mts';
import { endAll } from '../../../demo/processGroup.mts';
import { startSandbox, type Sandbox } from '../../../sandbox/startSandbox.mts';
import type { SandboxOptions } from '../../../sandbox/settings.mts';
import { packPackage, unpackPackage, type PackedPackage } from '../../../scripts/packedPackage.mts';

/** A real n8n with the packed package installed and its owner set up, and the sandbox. */
export interface RealN8n {
	sandbox: Sandbox;
	n8n: N8nProcess;
	rest: N8nRest;
	install: N8nInstall;
	/** Holds everything this n8n has stored. */
	userFolder: string;
	/** Starts n8n again with the data it has stored, at the same address. End the process before it first. */
	startAgain: (env?: Record<string, string>) => Promise<void>;
}

export interface RealN8nOptions extends Pick<N8nOptions, 'env'> {
	sandbox?: SandboxOptions;
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

/** Starts n8n and the sandbox, runs `work`, and ends both. The package must have been built. */
export async function withRealN8n<T>(
	work: (real: RealN8n) => Promise<T>,
	{ env: wanted, sandbox: sandboxOptions, supply }: RealN8nOptions = {},
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-e2e-'));
	const userFolder = join(folder, 'n8n');
	const install = await n8nInstall(console.error);
	const packed = await packPackage(folder);
	if (!supply) await unpackPackage(packed, join(userFolder, '.n8n', 'nodes', 'node_modules'));
	const sandbox = await startSandbox({ clock: 'real', ...sandboxOptions });
	try {
		const given = { ...wanted, ...(await supply?.({ packed, sandbox, install, folder })) };
		const n8n = await startN8n({ install, userFolder, env: given });
		const real: RealN8n = {
			sandbox,
			n8n,
			install,
			userFolder,
			rest: new N8nRest(n8n.url),
			startAgain: async (env = given) => {
				real.n8n = await startN8n({ install, userFolder, port: n8n.port, env });
				await real.rest.logIn();
			},
		};
		try {
			await real.rest.setUpOwner();
			return await work(real);
		} catch (error) {
			console.error(real.n8n.tail(40));
			throw error;
		} finally {
			await real.n8n.stop();
		}
	} finally {
		await sandbox.close();
		await endAll();
		await rm(folder, { recursive: true, force: true });
	}
}

/**
 * Runs one scenario and writes what it returns, as JSON, to the file named on the command line. Scenarios are processes
 * of their own because jest cannot load what starts n8n.
 */
export async function scenario(
	work: (real: RealN8n) => Promise<unknown>,
	options: RealN8nOptions = {},
): Promise<void> {
	const [, , reportFile] = process.argv;
	if (!reportFile) throw new Error('Name the file for the report.');
	await writeFile(reportFile, JSON.stringify(await withRealN8n(work, options)));
}

/** For use before n8n is killed: it takes a waiting execution for crashed until it has logged the wait, a moment later. */
export const waitIsLogged = async (): Promise<void> => await sleep(2_000);
