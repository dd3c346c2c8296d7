import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn } from '../sources.mts';

const pages = [
	...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
	...filesIn(['docs', 'sandbox'], /\.md$/),
];

/** GitHub's addresses of a page's headings. */
const anchorsOf = (page: string) =>
	[...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	);

const found = (pattern: RegExp) =>
	pages.flatMap((page) =>
		[...readFileSync(page, 'utf8').matchAll(pattern)].map(([, name = '']) => ({ page, name })),
	);

test('every link of a page leads to a file and a heading that are there', () => {
	const links = found(/\]\((?!<?https?:|mailto:)([^)\s]+)\)/g);
	expect(links.length).toBeGreaterThan(100);
	const broken = links.filter(({ page, name }) => {
		const [path = '', anchor] = name.split('#');
		const target = path ? join(dirname(page), path) : page;
		if (!existsSync(target)) return true;
		return anchor !== undefined && statSync(target).isFile() && !anchorsOf(target).includes(anchor);
	});
	expect(broken).toEqual([]);
});

test('every test that a page names is there', () => {
	const tests = found(/`(?:test\/)?((?:unit|engine|e2e|queue|sandbox)\/[\w./]+)`/g);
	expect(tests.length).toBeGreaterThan(50);
	// CONTRIBUTING.md creates new ones.
	const missing = tests.filter(
		({ page, name }) =>
			page !== 'CONTRIBUTING.md' &&
			[name, `test/${name}`, `test/${name}.test.mts`].every((path) => !existsSync(path)),
	);
	expect(missing).toEqual([]);
});
