import type { Locator, Page } from 'playwright-core';

/** A package's line on n8n's screen Settings, Community Nodes. */
const card = (page: Page): Locator => page.getByTestId('community-package-card');

export const openCommunityNodes = (page: Page, url: string) =>
	page.goto(`${url}/settings/community-nodes`);

/** Fills in the form without confirming it, for a picture. */
export async function fillInstallForm(page: Page, name: string): Promise<void> {
	await page.getByRole('button', { name: 'Install a community node' }).click();
	await page.getByPlaceholder('e.g. n8n-nodes-chatwork').fill(name);
	await page.getByTestId('user-agreement-checkbox').click();
}

/** Resolves with the package's line. */
export async function confirmInstall(page: Page): Promise<string> {
	await page.getByTestId('install-community-package-button').click();
	await page.getByTestId('install-community-package-button').waitFor({ state: 'hidden' });
	return await card(page).innerText();
}

/** Resolves with the package's line once it shows the version. */
export async function update(page: Page, version: string): Promise<string> {
	await card(page).getByRole('button', { name: 'Update' }).click();
	await page.getByRole('button', { name: 'Confirm update' }).click();
	await card(page).getByText(`v${version}`).waitFor();
	return await card(page).innerText();
}

export async function uninstall(page: Page): Promise<void> {
	await card(page).getByTestId('action-toggle').click();
	await page.getByText('Uninstall package').click();
	await page.getByRole('button', { name: 'Confirm uninstall' }).click();
	await page.getByRole('button', { name: 'Install a community node' }).waitFor();
}
