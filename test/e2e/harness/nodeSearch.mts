import { createRequire } from 'node:module';
import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { openNodeList } from './nodePanel.mts';
import type { RealN8n } from './realN8n.mts';

/** What people search for who want to send or receive texts. The node list takes a second for each, so it gets some. */
const IN_BOTH = [
	'sms',
	'send text',
	'reply',
	'reminder',
	'unsubscribe',
	'call phone',
	'otp',
	'019',
];
/** The catalogue prefers matching names, and other nodes have "send" and "out" in theirs. */
const IN_LIST = [...IN_BOTH, 'send sms', 'opt out'];
const IN_CATALOG = [
	...[...IN_BOTH, 'bulk sms', 'text', 'text message', 'receive sms', 'sms reply', 'sms reminder'],
	...['delivery report', 'voice call', 'text to speech', 'one time password', 'verification code'],
];

/** A person or a model looks only at the first results. */
const FIRST = 10;

/** The module of n8n that its AI workflow builder searches with. */
const CATALOG = '@n8n/ai-utilities/node-catalog';

interface Catalog {
	NodeSearchEngine: new (nodes: unknown[]) => {
		searchByName: (query: string, limit: number) => Array<{ name: string }>;
	};
}

/** Searches the node list for what people look for, and the catalogue that n8n's AI workflow builder reads. */
export async function searchNodes(page: Page, { n8n, install }: RealN8n): Promise<void> {
	const search = await openNodeList(page, n8n);
	const names = page.getByTestId('node-creator-item-name');
	const ours = names.filter({ hasText: /^TextMe$/ });
	// n8n has too many triggers for the first results, so for 'trigger' ours must only be listed.
	for (const query of [...IN_LIST, 'trigger']) {
		await search.fill('no such node');
		await ours.waitFor({ state: 'hidden' });
		await search.fill(query);
		await ours.waitFor();
		if (query === 'trigger') continue;
		const found = (await names.allInnerTexts()).slice(0, FIRST);
		expect({ query, found }).toEqual({ query, found: expect.arrayContaining(['TextMe']) });
	}
	await search.fill('sms');
	const entry = page.getByTestId('node-creator-action-item').filter({ has: ours });
	expect(await entry.innerText()).toContain('Send SMS');
	await ours.click();
	await page.getByText(/^Actions \(\d+\)$/).click();
	await names.filter({ hasText: 'Send SMS' }).first().waitFor();
	const actions = (await names.allInnerTexts()).filter((name) => !name.startsWith('On '));
	expect(actions[0]).toBe('Send SMS');
	await page.keyboard.press('Escape');

	// n8n is in a container, so we cannot load its module.
	if (!('script' in install.from)) return;
	const nodes = (await (await page.request.get(`${n8n.url}/types/nodes.json`)).json()) as unknown[];
	const { NodeSearchEngine } = createRequire(install.from.script)(CATALOG) as Catalog;
	const engine = new NodeSearchEngine(nodes);
	for (const query of IN_CATALOG) {
		const found = engine.searchByName(query, FIRST).map(({ name }) => name);
		const wanted = expect.arrayContaining(['n8n-nodes-textme.textMe']);
		expect({ query, found }).toEqual({ query, found: wanted });
	}
}
