import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../demo/freePort.mts';
import { n8nInstall } from '../../demo/n8nInstall.mts';
import type { N8nCommand, N8nProcess } from '../../demo/n8nProcess.mts';
import { N8nRest } from '../../demo/n8nRest.mts';
import { endAll } from '../../demo/processGroup.mts';
import type { SandboxOptions } from '../../sandbox/settings.mts';
import { startSandbox, type Sandbox } from '../../sandbox/startSandbox.mts';
import { unpackPackage } from '../../scripts/packedPackage.mts';
import { BARE, LAZY, packedIn, startTestN8n } from '../e2e/harness/realN8n.mts';
import { startBalancer } from './balancer.mts';
import { startDatabases } from './databases.mts';

/** n8n in queue mode: a main process and a webhook processor behind a load balancer, and two workers; and the sandbox. */
export interface QueueN8n {
	sandbox: Sandbox;
	rest: N8nRest;
	webhookUrl: string;
	webhookProcessor: N8nProcess;
	workers: N8nProcess[];
}

/** Starts all parts, runs `work`, and ends all parts. Needs a built package. */
export async function withQueueN8n<T>(
	work: (queue: QueueN8n) => Promise<T>,
	sandboxOptions: SandboxOptions,
	report: (text: string) => void,
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-queue-'));
	const ending: Array<() => unknown> = [() => rm(folder, { recursive: true, force: true }), endAll];
	const parts: N8nProcess[] = [];
	try {
		const install = await n8nInstall(report);
		const packed = await packedIn(folder);
		report('Starting PostgreSQL and Redis');
		const databases = await startDatabases(folder, report);
		ending.push(databases.stop);
		const sandbox = await startSandbox(sandboxOptions);
		ending.push(sandbox.close);
		const ports = [await freePort(), await freePort()] as const;
		const balancer = await startBalancer([...ports]);
		ending.push(balancer.close);

		const env = {
			...BARE,
			...LAZY.env,
			...databases.env,
			N8N_ENCRYPTION_KEY: 'shared by all of them',
			N8N_WEBHOOK_URL: balancer.url,
			WEBHOOK_URL: balancer.url,
			// n8n 3 always does this.
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		};
		const startPart = async (name: string, command: N8nCommand, port?: number) => {
			// Each process has its own folder, as on its own machine.
			const userFolder = join(folder, name);
			await unpackPackage(packed, join(userFolder, '.n8n', 'nodes', 'node_modules'));
			const options = { install, command, userFolder, env, ...(port && { port }) };
			const part = await startTestN8n(options);
			parts.push(part);
			return part;
		};

		report('Starting n8n');
		const main = await startPart('main', 'start', ports[0]);
		const rest = new N8nRest(main.url);
		await rest.setUpOwner();
		report('Starting a webhook processor and two workers');
		const [webhookProcessor, workers] = await Promise.all([
			startPart('webhook', 'webhook', ports[1]),
			Promise.all([0, 1].map((n) => startPart(`worker-${n}`, 'worker'))),
		]);
		return await work({ sandbox, rest, webhookUrl: balancer.url, webhookProcessor, workers });
	} catch (error) {
		for (const { tail } of parts) report(`The last lines of a process:\n${tail(15)}`);
		throw error;
	} finally {
		await Promise.all(parts.map(({ kill }) => kill()));
		for (const end of ending.reverse()) await end();
	}
}
