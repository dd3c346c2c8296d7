import { existsSync, readFileSync } from 'node:fs';

const page = readFileSync('SECURITY.md', 'utf8');

test('every test that SECURITY.md names is there', () => {
	const named = [...page.matchAll(/`([\w./-]+\.test\.mts)`/g)].map(([, name = '']) => name);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((name) => !existsSync(name))).toEqual([]);
});
