import type { Page } from 'playwright-core';
import type { WorkflowFile } from '../../../demo/n8nRest.mts';

/** Nodes that the editor does not know and shows with a question mark. */
export async function missingNodes(page: Page, nodes: WorkflowFile['nodes']): Promise<string[]> {
	const known = await page.evaluate(async () => {
		const types = (await (await fetch('/types/nodes.json')).json()) as Array<{
			name: string;
			version: number | number[];
		}>;
		return types.flatMap(({ name, version }) => [version].flat().map((each) => `${name} ${each}`));
	});
	const used = nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`);
	return used.filter((each) => !known.includes(each));
}
