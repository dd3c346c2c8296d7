import { join } from 'node:path';
import type { N8nInstall } from '../demo/n8nInstall.mts';
import { startN8n, type N8nProcess } from '../demo/n8nProcess.mts';
import { N8nRest, type WorkflowFile } from '../demo/n8nRest.mts';
import { unpackPackage, type PackedPackage } from '../scripts/packedPackage.mts';
import type { Engine } from './results.mts';
import type { CredentialIds } from './sendWorkflow.mts';

const settings = {
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	EXECUTIONS_DATA_SAVE_ON_ERROR: 'none',
	EXECUTIONS_DATA_SAVE_MANUAL_EXECUTIONS: 'false',
};

const ENGINES: Record<Engine, Record<string, string>> = {
	default: {},
	lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	legacy: { N8N_EXPRESSION_ENGINE: 'legacy' },
};

export interface Preparation {
	/** Holds everything n8n stores. */
	folder: string;
	install: N8nInstall;
	packed: PackedPackage;
	credentials: Record<string, Record<string, unknown>>;
	workflows: (credentials: CredentialIds) => WorkflowFile[];
}

export interface RunningN8n extends N8nProcess {
	rest: N8nRest;
	/** By name. */
	workflowIds: Map<string, string>;
}

/** A real n8n whose workflows are ready. Each measurement gets a new process, so that none inherits a full heap. */
export class BenchN8n {
	private constructor(
		private readonly install: N8nInstall,
		private readonly folder: string,
		private readonly workflowIds: Map<string, string>,
	) {}

	static async prepare({ folder, install, packed, credentials, workflows }: Preparation) {
		await unpackPackage(packed, join(folder, '.n8n', 'nodes', 'node_modules'));
		const n8n = await startN8n({ install, userFolder: folder, env: settings });
		const ids = new Map<string, string>();
		try {
			const rest = new N8nRest(n8n.url);
			await rest.setUpOwner();
			const known: CredentialIds = {};
			for (const [type, data] of Object.entries(credentials)) {
				const { id } = await rest.createCredential(type, type, data);
				known[type] = { id, name: type };
			}
			for (const workflow of workflows(known)) {
				const saved = await rest.createWorkflow(workflow);
				await rest.activate(saved);
				ids.set(workflow.name, saved.id);
			}
		} finally {
			await n8n.stop();
		}
		return new BenchN8n(install, folder, ids);
	}

	/** Runs `work` with an n8n that has just been started, with all its workflows active. */
	async during<T>(
		{ engine = 'default', env }: { engine?: Engine; env?: Record<string, string> },
		work: (n8n: RunningN8n) => Promise<T>,
	): Promise<T> {
		const n8n = await startN8n({
			install: this.install,
			userFolder: this.folder,
			env: {
				...settings,
				...env,
				...ENGINES[engine],
			},
		});
		try {
			const rest = new N8nRest(n8n.url);
			await rest.logIn();
			for (const id of this.workflowIds.values()) await rest.published(id);
			return await work({ ...n8n, rest, workflowIds: this.workflowIds });
		} catch (error) {
			console.error(n8n.tail(20));
			throw error;
		} finally {
			// Thousands of executions may be left, which nobody needs.
			await n8n.kill();
		}
	}
}
