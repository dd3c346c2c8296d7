// Argument: the report file.
import { createRequire } from 'node:module';
import { AMONG_MANY, QUERIES } from '../harness/nodeQueries.mts';
import { inEditorOf } from '../harness/editorPage.mts';
import { sharedScenario } from '../harness/realN8n.mts';

/** Results that a person or a model looks at. */
const FIRST = 10;

/** The module that n8n's AI workflow builder searches with. */
const CATALOG = '@n8n/ai-utilities/node-catalog';

interface Catalog {
	NodeSearchEngine: new (nodes: unknown[]) => {
		searchByName: (query: string, limit: number) => Array<{ name: string; score: number }>;
	};
}

await sharedScenario(async ({ n8n, install }) => {
	const { panel, entry, actions, nodes } = await inEditorOf(n8n, {}, async (page) => {
		const found: Record<string, string[]> = {};
		await page.goto(`${n8n.url}/workflow/new`);
		await page.getByTestId('canvas-add-button').getByRole('button').first().click();
		const search = page.getByTestId('node-creator-search-bar');
		const names = page.getByTestId('node-creator-item-name');
		const ours = names.filter({ hasText: /^TextMe$/ });
		for (const query of QUERIES) {
			await search.fill('no such node');
			await ours.waitFor({ state: 'hidden' });
			await search.fill(query);
			await ours.waitFor();
			const most = AMONG_MANY.includes(query) ? undefined : FIRST;
			found[query] = (await names.allInnerTexts()).slice(0, most);
		}
		await search.fill('sms');
		const shown = await page
			.getByTestId('node-creator-action-item')
			.filter({ has: ours })
			.innerText();
		await ours.click();
		await page.getByText(/^Actions \(\d+\)$/).click();
		await names.filter({ hasText: 'Send SMS' }).first().waitFor();
		const listed = await names.allInnerTexts();
		const types = await page.request.get(`${n8n.url}/types/nodes.json`);
		return {
			panel: found,
			entry: shown,
			actions: listed,
			nodes: (await types.json()) as unknown[],
		};
	});
	if (!('script' in install.from)) return { panel, entry, actions };
	const require = createRequire(install.from.script);
	const { NodeSearchEngine } = require(CATALOG) as Catalog;
	const engine = new NodeSearchEngine(nodes);
	const catalog = QUERIES.map((query) => [
		query,
		engine.searchByName(query, FIRST).map(({ name }) => name),
	]);
	return {
		panel,
		entry,
		actions,
		catalog: Object.fromEntries(catalog) as Record<string, string[]>,
	};
});
