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

// Not within the first test: what the code does when it is loaded belongs to no test.
if (typeof jest !== 'undefined') beforeAll(async () => void (await packageLoader()));

/** n8n-core is the same for all files of tests, but the classes are read anew for each, through Jest. */
const throughJest = {
	loadClass(file: string) {
		const [name = ''] = path.basename(file).split('.');
		const module = jest.requireActual<Record<string, new () => unknown>>(path.resolve(file));
		const Class = module[name];
		if (!Class) throw new Error(`${file} exports no ${name}`);
		return new Class();
	},
};

async function load(): Promise<PackageDirectoryLoader> {
	const loader = new PackageDirectoryLoader(path.resolve(process.cwd()));
	// The benchmark and scripts load it without Jest.
	if (typeof jest !== 'undefined') Object.assign(loader, throughJest);
	await loader.loadAll();
	return loader;
}
