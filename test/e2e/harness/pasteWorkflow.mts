import type { Page } from 'playwright-core';
import type { N8nRest, SavedWorkflow, WorkflowFile } from '../../../demo/n8nRest.mts';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** Pastes the text of a workflow file on an empty canvas and saves it, as people do. The browser must allow the clipboard. */
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
	// n8n may have begun to save before all nodes were there.
	for (;;) {
		const saved = await rest.workflow(data.id);
		if (saved.nodes.length === nodes.length) return saved;
		await page.waitForTimeout(200);
	}
}

/** Loading the editor takes seconds, so an open editor gets to a new workflow by its own link. */
async function openEmpty(page: Page, url: string): Promise<void> {
	const isThere = page.url().includes('/workflow/');
	await Promise.all([
		// n8n throws away what is pasted before it is ready for the new workflow.
		page.waitForResponse((response) => new URL(response.url()).pathname === '/rest/workflows/new'),
		isThere
			? page.locator('a[href^="/workflow/new"]').first().dispatchEvent('click')
			: page.goto(`${url}/workflow/new`),
	]);
	await page.getByTestId('canvas-add-button').waitFor();
}
