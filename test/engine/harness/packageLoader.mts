import { PackageDirectoryLoader } from 'n8n-core';
import path from 'node:path';

let shared: Promise<PackageDirectoryLoader> | undefined;

/**
 * Loads the built package the way n8n does, once for a test file. `isolated` loads it again, like another process of the same
 * n8n: no module state is shared.
 */
export function packageLoader(isolated = false): Promise<PackageDirectoryLoader> {
	if (isolated) {
		jest.resetModules();
		return load();
	}
	shared ??= load();
	return shared;
}

async function load(): Promise<PackageDirectoryLoader> {
	const loader = new PackageDirectoryLoader(path.resolve(process.cwd()));
	await loader.loadAll();
	return loader;
}
