import type { Page } from 'playwright-core';
import { until } from '../../../demo/until.mts';
import type { N8nRest, SavedWorkflow, WorkflowFile } from '../../../demo/n8nRest.mts';

/** After this time, we reload the editor. */
const PATIENCE_MS = 30_000;

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** Pastes a workflow file on an empty canvas and saves it, as people do. The browser must allow the clipboard. */
export async function pasteWorkflow(
	page: Page,
	{ url, rest }: { url: string; rest: N8nRest },
	text: string,
): Promise<SavedWorkflow> {
	const { nodes } = JSON.parse(text) as WorkflowFile;
	await openEmpty(page, url);
	await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
	const drawn = nodes.filter(({ type }) => type !== STICKY_NOTE);
	const [created] = await Promise.all([
		page.waitForResponse(
			(response) =>
				response.request().method() === 'POST' &&
				new URL(response.url()).pathname === '/rest/workflows',
		),
		page.keyboard
			.press('ControlOrMeta+v')
			.then(() =>
				page
					.getByTestId('canvas-node')
					.nth(drawn.length - 1)
					.waitFor(),
			)
			.then(() => page.keyboard.press('ControlOrMeta+s')),
	]);
	const { data } = (await created.json()) as { data: { id: string } };
	// n8n may have saved before all nodes were pasted.
	return await until(async () => {
		const saved = await rest.workflow(data.id);
		if (saved.nodes.length === nodes.length) return saved;
		await page.keyboard.press('ControlOrMeta+s');
		return undefined;
	});
}

/** Loading the editor takes seconds. If it is open, we use its own link to a new workflow instead. */
async function openEmpty(page: Page, url: string): Promise<void> {
	const isThere = page.url().includes('/workflow/');
	// n8n discards a paste that comes before the new workflow is ready.
	const isReady = (options?: { timeout: number }) =>
		page.waitForResponse(
			(response) => new URL(response.url()).pathname === '/rest/workflows/new',
			options,
		);
	const load = () => Promise.all([isReady(), page.goto(`${url}/workflow/new`)]);
	const follow = () =>
		Promise.all([
			isReady({ timeout: PATIENCE_MS }),
			page.locator('a[href^="/workflow/new"]').first().dispatchEvent('click'),
		]);
	// The editor may hold the link back, for example while it still saves.
	await (isThere ? follow().catch(load) : load());
	await page.getByTestId('canvas-add-button').waitFor();
}
