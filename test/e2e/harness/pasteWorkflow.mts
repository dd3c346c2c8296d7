import type { Page } from 'playwright-core';
import type { N8nRest, SavedWorkflow, WorkflowFile } from '../../../demo/n8nRest.mts';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** What a person does with the text of a workflow file: paste it on the empty canvas and save. The browser must allow it. */
export async function pasteWorkflow(
	page: Page,
	{ url, rest }: { url: string; rest: N8nRest },
	text: string,
): Promise<SavedWorkflow> {
	const { nodes } = JSON.parse(text) as WorkflowFile;
	await openEmpty(page, url);
	await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
	const created = page.waitForResponse(
		(response) =>
			response.request().method() === 'POST' && response.url().endsWith('/rest/workflows'),
	);
	await page.keyboard.press('ControlOrMeta+v');
	const drawn = nodes.filter(({ type }) => type !== STICKY_NOTE);
	await page
		.getByTestId('canvas-node')
		.nth(drawn.length - 1)
		.waitFor();
	await page.keyboard.press('ControlOrMeta+s');
	const { data } = (await (await created).json()) as { data: { id: string } };
	// n8n may have begun to save before everything was there.
	for (;;) {
		const saved = await rest.workflow(data.id);
		if (saved.nodes.length === nodes.length) return saved;
		await page.waitForTimeout(200);
	}
}

/** Loading the editor takes seconds: once it is there, its own link leads to another workflow. */
async function openEmpty(page: Page, url: string): Promise<void> {
	if (page.url().includes('/workflow/')) {
		await page.locator('a[href^="/workflow/new"]').first().dispatchEvent('click');
	} else {
		await page.goto(`${url}/workflow/new`);
	}
	await page.getByTestId('canvas-add-button').waitFor();
}
