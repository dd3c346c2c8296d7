import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedPackages } from '../scripts/lockedAddresses.js';

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
