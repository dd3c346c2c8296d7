import type { Locator, Page } from 'playwright-core';

/** Starts a workflow with a TextMe entry of the node list, which opens the node's panel. */
export async function beginWith(page: Page, url: string, entry: string): Promise<void> {
	await page.goto(`${url}/workflow/new`);
	await page.getByTestId('canvas-add-button').getByRole('button').first().click();
	await page.getByTestId('node-creator-search-bar').fill('textme');
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

export async function productionAddress(page: Page): Promise<string> {
	await page.getByText('Webhook URLs').click();
	await page.getByText('Production URL', { exact: true }).click();
	const address = page.getByText(/^\s*https?:\/\/\S+\/webhook\/\S+\s*$/);
	return (await address.innerText()).trim();
}

export async function choices(page: Page, name: string): Promise<Locator> {
	await page.getByTestId(`resource-locator-${name}`).getByTestId('rlc-input').click();
	const items = page.getByTestId('rlc-item');
	await items.first().waitFor();
	return items;
}

/** Creates the node's credential and has n8n test it. Resolves with the window that shows the result. */
export async function connect(page: Page, values: Record<string, string>): Promise<Locator> {
	await page.getByRole('button', { name: 'Connect to TextMe' }).click();
	for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
	await page.getByTestId('credential-save-button').click();
	// The window closes by itself only after a successful test.
	await page.getByTestId('editCredential-modal').waitFor({ state: 'hidden' });
	return await openCredential(page);
}

/** Opens the node's credential, which tests it again. Resolves with the window that shows the result. */
export async function openCredential(page: Page): Promise<Locator> {
	const window = page.getByTestId('editCredential-modal');
	await page.getByTestId('credential-edit-button').click();
	await isTested(window);
	return window;
}

/** Saves a changed credential, which n8n then tests. */
export async function save(window: Locator): Promise<void> {
	const test = window.page().waitForResponse(/\/rest\/credentials\/test$/);
	await window.getByTestId('credential-save-button').click();
	await test;
	await isTested(window);
}

/** During the test, the button has no text. */
const isTested = (window: Locator) =>
	window
		.getByTestId('credentials-config-container-test-success')
		.getByText('Retry', { exact: true })
		.waitFor();

export async function closeWindow(window: Locator): Promise<void> {
	await window.getByRole('button', { name: /close/i }).click();
	await window.waitFor({ state: 'hidden' });
}

export const execute = (page: Page) => page.getByTestId('node-execute-button').click();

/** The node's output, one field per line, once it contains `text`. */
export async function outputWith(page: Page, text: string): Promise<string> {
	const panel = page.getByTestId('output-panel');
	await panel.getByTestId('radio-button-schema').click();
	await panel.getByText(text).first().waitFor();
	return await panel.innerText();
}
