import { join } from 'node:path';
import type { N8nInstall } from '../demo/n8nInstall.mts';
import { startN8n, type N8nProcess } from '../demo/n8nProcess.mts';
import { N8nRest, type WorkflowFile } from '../demo/n8nRest.mts';
import { unpackPackage, type PackedPackage } from '../scripts/packedPackage.mts';

export type CredentialIds = Record<string, { id: string; name: string }>;

export type RunningN8n = N8nProcess & { rest: N8nRest; workflowIds: Map<string, string> };

const settings = {
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_SAVE_ON_ERROR: 'none',
	EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'false',
};

export type BenchN8n = Awaited<ReturnType<typeof prepareN8n>>;

/** A real n8n with all workflows ready, stored in a folder. */
export async function prepareN8n(
	userFolder: string,
	install: N8nInstall,
	packed: PackedPackage,
	credentials: Record<string, Record<string, unknown>>,
	workflows: (credentials: CredentialIds) => WorkflowFile[],
) {
	const workflowIds = new Map<string, string>();
	await unpackPackage(packed, join(userFolder, '.n8n', 'nodes', 'node_modules'));
	const n8n = await startN8n({ install, userFolder, env: settings });
	const rest = new N8nRest(n8n.url);
	await rest.setUpOwner();
	const known: CredentialIds = {};
	for (const [type, data] of Object.entries(credentials)) {
		known[type] = { ...(await rest.createCredential(type, type, data)), name: type };
	}
	for (const workflow of workflows(known)) {
		const saved = await rest.createWorkflow(workflow);
		await rest.activate(saved);
		workflowIds.set(workflow.name, saved.id);
	}
	await n8n.stop();

	/** Runs `work` with a freshly started n8n and all workflows active, so that no measurement inherits a full heap. */
	async function during<T>(
		env: Record<string, string>,
		work: (n8n: RunningN8n) => Promise<T>,
	): Promise<T> {
		const n8n = await startN8n({ install, userFolder, env: { ...settings, ...env } });
		try {
			const rest = new N8nRest(n8n.url);
			await rest.logIn();
			for (const id of workflowIds.values()) await rest.published(id);
			return await work({ ...n8n, rest, workflowIds });
		} catch (error) {
			console.error(n8n.tail(20));
			throw error;
		} finally {
			// Kill instead of stop: thousands of executions may be waiting, which nobody needs.
			await n8n.kill();
		}
	}
	return { during };
}
