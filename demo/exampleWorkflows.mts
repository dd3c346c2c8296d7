import { readdir, readFile } from 'node:fs/promises';
import type { N8nRest, SavedWorkflow, WorkflowFile } from './n8nRest.mts';

const folder = new URL('workflows/', import.meta.url);

/** Where the example workflows listen for the service's pushes. */
export const webhookPaths = {
	delivery: 'webhook/textme-delivery-reports',
	incoming: 'webhook/textme-incoming-messages',
	// The workflow that answers replies honours opt-outs, too.
	blocklist: 'webhook/textme-incoming-messages',
} as const;

/** Creates every workflow of demo/workflows, named after its file, with the credential it is to use. */
export async function createExampleWorkflows(
	rest: N8nRest,
	credential: { id: string; name: string },
): Promise<Record<string, SavedWorkflow>> {
	const created: Record<string, SavedWorkflow> = {};
	for (const file of (await readdir(folder)).sort()) {
		const workflow = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as WorkflowFile;
		for (const node of workflow.nodes) {
			if (node.credentials?.textMeApi) node.credentials.textMeApi = credential;
		}
		created[file.replace('.json', '')] = await rest.createWorkflow(workflow);
	}
	return created;
}
