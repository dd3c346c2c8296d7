import { existsSync, readFileSync } from 'node:fs';
import { anchorsOf } from '../anchors.mts';
import { textMePackage } from './harness/textMePackage.mts';

const README = readFileSync('README.md', 'utf8');
const { homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as { homepage: string };

/** The codex files, which n8n reads for its node list and its links to documentation. */
async function codexOf(node: string) {
	const { nodeTypes } = await textMePackage();
	return nodeTypes.getByNameAndVersion(`n8n-nodes-textme.${node}`).description.codex;
}

describe.each(['textMe', 'textMeTrigger', 'textMePollingTrigger'])('%s', (node) => {
	test('links to documentation that is there', async () => {
		const { primaryDocumentation = [], credentialDocumentation = [] } =
			(await codexOf(node))?.resources ?? {};
		const links = [...primaryDocumentation, ...credentialDocumentation].map(({ url }) => url);
		expect(links).toHaveLength(2);
		for (const link of links) {
			const [page, anchor = ''] = link.split('#');
			const file = page?.split('/blob/main/')[1];
			expect(page?.split('/blob/main/')[0]).toBe(homepage.split('#')[0]);
			if (file === undefined) expect(anchorsOf(README)).toContain(anchor);
			else expect(existsSync(file)).toBe(true);
		}
	});
});

/** n8n's categories: https://docs.n8n.io/connect/create-nodes/build-your-node/reference/codex-files */
const CATEGORIES = [
	...['Analytics', 'Communication', 'Data & Storage', 'Development', 'Finance & Accounting'],
	...['Marketing & Content', 'Miscellaneous', 'Productivity', 'Sales', 'Utility'],
];

test.each(['textMe', 'textMeTrigger', 'textMePollingTrigger', 'textMeWatcher'])(
	'keeps to the categories of community nodes: %s',
	async (node) => {
		const { categories = [], subcategories } = (await codexOf(node)) ?? {};
		expect(categories.filter((category) => !CATEGORIES.includes(category))).toStrictEqual([]);
		expect(subcategories).toBeUndefined();
	},
);
