// Arguments: the file for the report and, if wanted, a folder for pictures of the search results.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inEditorOf } from '../harness/editorPage.mts';
import { scenario } from '../harness/realN8n.mts';

const [, , , pictures] = process.argv;

/** Searches of people who want to send or receive texts. */
const QUERIES = ['sms', 'text message', 'text', '019', 'otp', 'voice call'];

/** Results that a person, or a model, looks at. */
const FIRST = 10;

/** The module of n8n that its AI workflow builder searches with. */
const CATALOG = '@n8n/ai-utilities/node-catalog';

interface Catalog {
	NodeSearchEngine: new (nodes: unknown[]) => {
		searchByName: (query: string, limit: number) => Array<{ name: string; score: number }>;
	};
}

await scenario(async ({ n8n, install }) => {
	const { panel, nodes } = await inEditorOf(n8n, {}, async (page) => {
		const found: Record<string, string[]> = {};
		for (const query of QUERIES) {
			await page.goto(`${n8n.url}/workflow/new`);
			await page.getByTestId('canvas-add-button').getByRole('button').first().click();
			await page.getByTestId('node-creator-search-bar').fill(query);
			const names = page.getByTestId('node-creator-item-name');
			await names.filter({ hasText: 'TextMe' }).first().waitFor();
			found[query] = (await names.allInnerTexts()).slice(0, FIRST);
			if (!pictures) continue;
			const path = join(pictures, `search-${query.replace(' ', '-')}.png`);
			await page.screenshot({ path, clip: { x: 900, y: 0, width: 400, height: 600 } });
		}
		const types = await page.request.get(`${n8n.url}/types/nodes.json`);
		return { panel: found, nodes: (await types.json()) as unknown[] };
	});
	if (!('script' in install.from)) return { panel };
	const require = createRequire(install.from.script);
	const { NodeSearchEngine } = require(CATALOG) as Catalog;
	const engine = new NodeSearchEngine(nodes);
	const catalog = QUERIES.map((query) => [
		query,
		engine.searchByName(query, FIRST).map(({ name }) => name),
	]);
	return { panel, catalog: Object.fromEntries(catalog) as Record<string, string[]> };
});
