import { readFileSync } from 'node:fs';

import { textMePackage } from './harness/textMePackage.mts';

const README = readFileSync('README.md', 'utf8');
const { homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as { homepage: string };

/** The addresses GitHub gives the headings. */
const anchors = [...README.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
	heading
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-'),
);

/** What n8n itself reads beside the compiled node, for its node list and its links to documentation. */
async function codexOf(node: string) {
	const { nodeTypes } = await textMePackage();
	return nodeTypes.getByNameAndVersion(`n8n-nodes-textme.${node}`).description.codex;
}

describe.each(['textMe', 'textMeTrigger', 'textMePollingTrigger'])('%s', (node) => {
	test('is found under Communication and by what people call it', async () => {
		const codex = await codexOf(node);
		expect(codex?.categories).toContain('Communication');
		expect(codex?.alias).toEqual(expect.arrayContaining(['SMS', 'Text Message', '019', 'TextMe']));
	});

	test('links to parts of the README that are there', async () => {
		const { primaryDocumentation = [], credentialDocumentation = [] } =
			(await codexOf(node))?.resources ?? {};
		const links = [...primaryDocumentation, ...credentialDocumentation].map(({ url }) => url);
		expect(links).toHaveLength(2);
		for (const link of links) {
			const [page, anchor = ''] = link.split('#');
			expect(page).toBe(homepage.split('#')[0]);
			expect(anchors).toContain(anchor);
		}
	});
});

test('the node that asks people says so, as the nodes of n8n do that wait for a response', async () => {
	const codex = await codexOf('textMe');
	expect(codex?.categories).toContain('HITL');
	expect(codex?.subcategories).toEqual({ HITL: ['Human in the Loop'] });
});
