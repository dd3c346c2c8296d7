import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const pages = [
	'README.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'CHANGELOG.md',
	...['docs', 'sandbox'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.md'))
			.map((name) => join(folder, name)),
	),
];

/** As GitHub names the headings of a page, for the end of an address. */
const anchorsOf = (page: string) =>
	[...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);

const links = pages.flatMap((page) =>
	[...readFileSync(page, 'utf8').matchAll(/\]\((?!<?https?:|mailto:)([^)\s]+)\)/g)].map(
		([, link = '']) => ({ page, link }),
	),
);

test('leads by every link of a page to a file and a heading that are there', () => {
	expect(links.length).toBeGreaterThan(100);
	const broken = links.filter(({ page, link }) => {
		const [path = '', anchor] = link.split('#');
		const target = path ? join(dirname(page), path) : page;
		if (!existsSync(target)) return true;
		return anchor !== undefined && statSync(target).isFile() && !anchorsOf(target).includes(anchor);
	});
	expect(broken).toEqual([]);
});
