import type { Locator, Page } from 'playwright-core';
import { openInEditor } from './editorPage.mts';

/** Begins a workflow, and returns the search field of the node list. */
export async function openNodeList(page: Page, n8n: { url: string }): Promise<Locator> {
	await openInEditor(page, n8n, '/workflow/new');
	await page.getByTestId('canvas-add-button').getByRole('button').first().click();
	return page.getByTestId('node-creator-search-bar');
}

/** Creates a workflow with an entry of the node list, and so opens the node's panel. */
export async function beginWith(page: Page, n8n: { url: string }, entry: string): Promise<void> {
	await (await openNodeList(page, n8n)).fill('textme');
	await page
		.getByTestId('node-creator-item-name')
		.filter({ hasText: /^TextMe$/ })
		.click();
	const wanted = page.getByText(entry, { exact: true });
	const actions = page.getByText(/^Actions \(\d+\)$/);
	await actions.waitFor();
	if (!(await wanted.isVisible())) await actions.click();
	await wanted.click();
	await page.getByTestId('ndv').waitFor();
}

export const field = (page: Page, name: string): Locator =>
	page.getByTestId(`parameter-input-${name}`).locator('input, textarea');

/** Opens the node's credential, and waits until n8n has tested it. */
export async function openCredential(page: Page): Promise<Locator> {
	const window = page.getByTestId('editCredential-modal');
	await page.getByTestId('credential-edit-button').click();
	// The button has this text only when the test has ended.
	await window
		.getByTestId('credentials-config-container-test-success')
		.getByText('Retry', { exact: true })
		.waitFor();
	return window;
}

export async function closeWindow(window: Locator): Promise<void> {
	await window.getByRole('button', { name: /close/i }).click();
	await window.waitFor({ state: 'hidden' });
}

export const execute = (page: Page) => page.getByTestId('node-execute-button').click();

/** Waits until the node's output contains `text`. Returns the output, one field per line. */
export async function outputWith(page: Page, text: string): Promise<string> {
	const panel = page.getByTestId('output-panel');
	await panel.getByTestId('radio-button-schema').click();
	await panel.getByText(text).first().waitFor();
	return await panel.innerText();
}
