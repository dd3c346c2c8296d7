import { rename, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An announced change of n8n, applied to a version that lacks it. */
interface Patch {
	name: string;
	/** Number of the pull request in n8n-io/n8n. */
	pullRequest: number;
	/** Below `node_modules`. */
	file: string;
	from: string;
	to: string;
}

/**
 * The changes of n8n 3 that affect a community package. n8n 3 exists only as a container image, which not every machine can
 * run. All changes: https://docs.n8n.io/changelog/v30-breaking-changes
 */
export const N8N_3_PATCHES: Patch[] = [
	{
		name: 'A sub-workflow can no longer let any workflow call it',
		pullRequest: 38381,
		file: 'n8n/dist/executions/pre-execution-checks/subworkflow-policy-checker.js',
		from: "if (policy === 'any')\n            return;\n",
		to: '',
	},
	{
		name: 'Packages that n8n has not verified are off unless they are turned on',
		pullRequest: 37084,
		file: 'n8n/dist/modules/community-packages/community-packages.config.js',
		from: 'this.unverifiedEnabled = true;',
		to: 'this.unverifiedEnabled = false;',
	},
	{
		name: 'Level 3 of the interface to nodes',
		pullRequest: 38567,
		file: '@n8n/constants/dist/community-nodes.js',
		from: 'N8N_NODES_API_VERSION = 1;',
		to: 'N8N_NODES_API_VERSION = 3;',
	},
];

/** Patches an n8n whose files are hard links. Replaces the link, so that the original file stays as it is. */
export async function patchToN8n3(folder: string): Promise<void> {
	for (const { name, pullRequest, file, from, to } of N8N_3_PATCHES) {
		const path = join(folder, 'node_modules', file);
		const source = await readFile(path, 'utf8');
		if (!source.includes(from)) {
			throw new Error(`Patch '${name}' (n8n-io/n8n#${pullRequest}) does not fit ${file}.`);
		}
		await writeFile(`${path}.patched`, source.replaceAll(from, to));
		await rename(`${path}.patched`, path);
	}
}
