import { readFileSync } from 'node:fs';

interface Locked {
	packages: Record<string, { engines?: { node?: string } }>;
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown;
const { packages } = read('package-lock.json') as Locked;
const { engines } = read('package.json') as { engines: { node: string } };

/** The lowest major version of a range such as `>=22` or `^20.19 || >=24`. */
const oldest = (range: string) => Number(/\d+/.exec(range)?.[0]);

test('what is installed for development runs on the oldest Node that we name', () => {
	const newer = Object.entries(packages).filter(
		([, { engines: wanted }]) =>
			/^>=[\d.]+$/.test(wanted?.node ?? '') && oldest(wanted?.node ?? '') > oldest(engines.node),
	);
	// light-my-request is pinned for this reason. isolated-vm is never loaded: see .npmrc.
	expect(newer.map(([path]) => path)).toEqual(['node_modules/isolated-vm']);
});
