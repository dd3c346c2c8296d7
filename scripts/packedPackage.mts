import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface PackedPackage {
	name: string;
	version: string;
	tarball: string;
	size: number;
	files: Array<{ path: string }>;
}

/** Packs the built package into `folder`, exactly as for publishing. */
export async function packPackage(folder: string): Promise<PackedPackage> {
	await mkdir(folder, { recursive: true });
	const { stdout } = await execa(
		'npm',
		['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
		{ cwd: root },
	);
	const [packed] = JSON.parse(stdout) as [Omit<PackedPackage, 'tarball'> & { filename: string }];
	return { ...packed, tarball: join(folder, packed.filename) };
}

/** Unpacks the package into `modules`, such as n8n's folder of community packages. */
export async function unpackPackage({ name, tarball }: PackedPackage, modules: string) {
	const folder = join(modules, name);
	await mkdir(folder, { recursive: true });
	await execa('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	return folder;
}
