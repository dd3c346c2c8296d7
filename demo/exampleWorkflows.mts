import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { N8nRest, SavedWorkflow, WorkflowFile } from './n8nRest.mts';

const folder = new URL('workflows/', import.meta.url);

/** The end of the address where n8n listens for a trigger. Nobody can guess it. */
export function addressOf({ nodes }: SavedWorkflow, trigger: string): string {
	const id = nodes.find(({ name }) => name === trigger)?.webhookId;
	if (!id) throw new Error(`${trigger} has no address`);
	return id;
}

type Credential = { id: string; name: string };

/**
 * Creates every workflow of demo/workflows with the given credentials, and returns them by file name. A person has to choose
 * all other credentials, such as a language model's.
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
			// The editor does the same with pasted nodes.
			if (/trigger$|\.webhook$/i.test(node.type)) node.webhookId = randomUUID();
		}
		created[file.replace('.json', '')] = await rest.createWorkflow(workflow);
	}
	return created;
}
