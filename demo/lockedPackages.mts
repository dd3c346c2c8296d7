import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A lockfile's packages, by their places below the installation; '' is the installation itself. */
export type LockedPackages = Record<string, { name?: string; version: string; resolved?: string }>;

/** Says where the registry has each package, so that npm need not download the list of all its versions to learn it. */
export function withAddresses(packages: LockedPackages, registry: string): LockedPackages {
	const base = registry.replace(/\/*$/, '/');
	const addressed = Object.entries(packages).map(([place, locked]) => {
		const name = locked.name ?? place.split('node_modules/').at(-1) ?? '';
		const file = `${name.split('/').at(-1)}-${locked.version}.tgz`;
		return [place, place === '' ? locked : { ...locked, resolved: `${base}${name}/-/${file}` }];
	});
	return Object.fromEntries(addressed) as LockedPackages;
}

/**
 * Tells how far npm is by what it has unpacked, because npm tells nothing of what it takes from its own cache. Returns a function
 * of the seconds since npm began.
 */
export function unpackedIn(folder: string, packages: LockedPackages) {
	const places = Object.keys(packages).filter((place) => place !== '');
	return (seconds: number): string => {
		// npm first makes the folders of all packages that this machine needs.
		const begun = places.filter((place) => existsSync(join(folder, place)));
		const missing = begun.filter((place) => !existsSync(join(folder, place, 'package.json')));
		const unpacked = begun.length - missing.length;
		if (unpacked === 0) return `npm reads its list of ${places.length} packages, minutes to go`;
		if (missing.length === 0) return 'npm has unpacked all packages, and links them';
		// npm begins with the smallest, so the share of the time that is left falls slowly, and steeply at the end.
		const share = 0.85 * (missing.length / begun.length) ** 0.25;
		const left = Math.ceil((seconds * share) / (1 - share));
		const last =
			missing.length > 3
				? ''
				: `, now ${missing.map((one) => one.replace(/.*node_modules\//, '')).join(', ')}`;
		return `${unpacked} of ${begun.length} packages${last}, about ${left} s to go`;
	};
}
