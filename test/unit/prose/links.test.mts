import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorsOf } from '../../anchors.mts';
import { filesIn } from '../sources.mts';

const pages = [
	...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
	...filesIn(['docs', 'sandbox'], /\.md$/),
];

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
		if (anchor === undefined || !statSync(target).isFile()) return false;
		return !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
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
