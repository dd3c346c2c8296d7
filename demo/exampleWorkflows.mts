import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { N8nRest, SavedWorkflow, WorkflowFile } from './n8nRest.mts';

const folder = new URL('workflows/', import.meta.url);

/** Where n8n listens for a trigger: the end of its address, which nobody can guess. */
export function addressOf({ nodes }: SavedWorkflow, trigger: string): string {
	const id = nodes.find(({ name }) => name === trigger)?.webhookId;
	if (!id) throw new Error(`${trigger} has no address`);
	return id;
}

type Credential = { id: string; name: string };

/**
 * Creates every workflow of demo/workflows, with the given credentials. The result has them by name of the file. A person has
 * to choose all other credentials, such as that of a language model.
 */
export async function createExampleWorkflows(
	rest: N8nRest,
	textMeApi: Credential,
	others: Record<string, Credential> = {},
): Promise<Record<string, SavedWorkflow>> {
	const created: Record<string, SavedWorkflow> = {};
	for (const file of (await readdir(folder)).sort()) {
		const workflow = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as WorkflowFile;
		for (const node of workflow.nodes) {
			const given = Object.entries({ textMeApi, ...others });
			const wanted = given.filter(([type]) => node.credentials?.[type]);
			if (node.credentials) node.credentials = Object.fromEntries(wanted);
			// As the editor does for what is pasted.
			if (/trigger$|\.webhook$/i.test(node.type)) node.webhookId = randomUUID();
		}
		created[file.replace('.json', '')] = await rest.createWorkflow(workflow);
	}
	return created;
}
