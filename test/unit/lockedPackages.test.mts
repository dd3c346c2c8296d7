import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackedIn } from '../../demo/lockedPackages.mts';
import { withAddresses } from '../../scripts/lockedAddresses.js';

const LOCKED = {
	'': { version: '1.0.0' },
	'node_modules/one': { version: '1.2.3' },
	'node_modules/one/node_modules/@of/two': { version: '2.0.0' },
	'node_modules/three': { name: 'renamed', version: '3.0.0' },
	'node_modules/for-another-system': { version: '4.0.0' },
};

test('tells npm the address of each package', () => {
	const addressed = withAddresses(LOCKED, 'https://registry.example/npm');
	const addresses = Object.values(addressed).map(({ resolved }) => resolved);
	expect(addresses).toEqual([
		undefined,
		'https://registry.example/npm/one/-/one-1.2.3.tgz',
		'https://registry.example/npm/@of/two/-/two-2.0.0.tgz',
		'https://registry.example/npm/renamed/-/renamed-3.0.0.tgz',
		'https://registry.example/npm/for-another-system/-/for-another-system-4.0.0.tgz',
	]);
});

test('counts what npm has unpacked, wherever npm has it from, and never shows a count of 0', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-unpacked-'));
	const progress = unpackedIn(folder, LOCKED);
	const unpack = (place: string) => writeFile(join(folder, place, 'package.json'), '{}');
	const [, one, two, three] = Object.keys(LOCKED) as [string, string, string, string];
	try {
		const reads = 'npm reads its list of 4 packages, minutes to go';
		expect(progress(8)).toBe(reads);
		for (const place of [two, three]) await mkdir(join(folder, place), { recursive: true });
		expect(progress(16)).toBe(reads);
		await unpack(two);
		expect(progress(20)).toMatch(/^1 of 3 packages, now one, three, about \d\d s to go$/);
		await unpack(three);
		expect(progress(30)).toMatch(/^2 of 3 packages, now one, about \d\d s to go$/);
		await unpack(one);
		expect(progress(40)).toBe('npm has unpacked all packages, and links them');
	} finally {
		await rm(folder, { recursive: true });
	}
});
