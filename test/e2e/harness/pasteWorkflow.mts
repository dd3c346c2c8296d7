import type { Page } from 'playwright-core';
import { until } from '../../../demo/until.mts';
import type { N8nRest, SavedWorkflow, WorkflowFile } from '../../../demo/n8nRest.mts';
import { openInEditor } from './editorPage.mts';

/** After this time, we reload the editor. */
const PATIENCE_MS = 30_000;

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** Pastes a workflow file on an empty canvas and saves it, as people do. The browser must allow the clipboard. */
export async function pasteWorkflow(
	page: Page,
	n8n: { url: string; rest: N8nRest },
	text: string,
): Promise<SavedWorkflow> {
	const { nodes } = JSON.parse(text) as WorkflowFile;
	await openEmpty(page, n8n);
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
		const saved = await n8n.rest.workflow(data.id);
		if (saved.nodes.length === nodes.length) return saved;
		await page.keyboard.press('ControlOrMeta+s');
		return undefined;
	});
}

async function openEmpty(page: Page, n8n: { url: string }): Promise<void> {
	// n8n discards a paste that comes before the new workflow is ready.
	const isReady = (options?: { timeout: number }) =>
		page.waitForResponse(
			(response) => new URL(response.url()).pathname === '/rest/workflows/new',
			options,
		);
	const path = '/workflow/new';
	// The editor may hold its router back, for example while it still saves.
	await Promise.all([isReady({ timeout: PATIENCE_MS }), openInEditor(page, n8n, path)]).catch(() =>
		Promise.all([isReady(), page.goto(n8n.url + path)]),
	);
	await page.getByTestId('canvas-add-button').waitFor();
}
