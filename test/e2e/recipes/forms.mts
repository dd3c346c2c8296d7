import type { Page } from 'playwright-core';
import { addressOf } from '../../../demo/exampleWorkflows.mts';
import type { SavedWorkflow } from '../../../demo/n8nRest.mts';
import { eventually, type Kit } from './kit.mts';

/** Opens a published workflow's form, as a visitor does. */
export async function openForm(
	kit: Pick<Kit, 'browser' | 'url'>,
	workflow: SavedWorkflow,
	trigger: string,
): Promise<Page> {
	const page = await kit.browser.newPage();
	await page.goto(`${kit.url}/form/${addressOf(workflow, trigger)}`);
	return page;
}

export async function send(page: Page, values: Record<string, string>, button = 'Submit') {
	for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
	await page.getByRole('button', { name: button }).click();
}

/** Sends a form as a machine does, without its page. Resolves when no more executions follow. */
export async function post(
	{ url, rest }: Pick<Kit, 'url' | 'rest'>,
	workflow: SavedWorkflow,
	trigger: string,
	...values: string[]
) {
	const body = new FormData();
	for (const [n, value] of values.entries()) body.set(`field-${n}`, value);
	await fetch(`${url}/form/${addressOf(workflow, trigger)}`, { method: 'POST', body });
	await eventually(
		() => rest.executions(workflow.id),
		(executions) => executions.every(({ status }) => !['new', 'running'].includes(status)),
	);
}
