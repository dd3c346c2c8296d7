import { PackageDirectoryLoader } from 'n8n-core';
import path from 'node:path';

let shared: Promise<PackageDirectoryLoader> | undefined;

/**
 * Loads the built package as n8n does, once per test file. With `isolated`, loads it again without shared module state, like
 * another process of the same n8n.
 */
export function packageLoader(isolated = false): Promise<PackageDirectoryLoader> {
	if (isolated) {
		jest.resetModules();
		return load();
	}
	shared ??= load();
	return shared;
}

// Before the first test, so that its time does not count as the test's.
beforeAll(async () => void (await packageLoader()));

/** All test files share n8n-core, but each loads the classes anew, through Jest. */
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
	Object.assign(loader, throughJest);
	await loader.loadAll();
	return loader;
}
