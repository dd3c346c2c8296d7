import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackPackage, type PackedPackage } from './packedPackage.mts';

const root = fileURLToPath(new URL('..', import.meta.url));

const EXPECTED = [
	/^(package\.json|LICENSE\.md|README\.md)$/,
	/^dist\/(credentials|gateway|nodes)\/.*\.js$/,
	/^dist\/nodes\/.*\.node\.json$/,
	/^dist\/nodes\/.*\/__schema__\/.*\.json$/,
	/^dist\/icons\/[^/]+\.svg$/,
	/^dist\/gateway\/wire\/xml\.LICENSES\.txt$/,
	/^dist\/nodes\/TextMe\/parameters\/expressionCode\.LICENSES\.txt$/,
];

/** Bytes. n8n downloads the tarball for each installation. */
const LARGEST_TARBALL = 270_000;

/** Throws if a file is unexpected or missing, or the tarball too large. */
export function checkFileList({ files, size }: PackedPackage) {
	if (size > LARGEST_TARBALL) {
		throw new Error(`The tarball has ${size} bytes, more than ${LARGEST_TARBALL}.`);
	}
	const paths = files.map(({ path }) => path);
	const unexpected = paths.filter((file) => !EXPECTED.some((pattern) => pattern.test(file)));
	const missing = EXPECTED.filter((pattern) => !paths.some((file) => pattern.test(file)));
	if (unexpected.length + missing.length > 0) {
		throw new Error(
			`Not to be published: ${unexpected.join(', ')}; missing: ${missing.join(', ')}`,
		);
	}
}

/**
 * Unpacks the tarball outside the checkout, where only n8n-workflow and luxon can be imported, as in n8n. Only there, an import
 * that should have been bundled fails.
 */
export async function unpackAlone(packed: PackedPackage, folder: string): Promise<string> {
	const modules = join(folder, 'node_modules');
	await mkdir(modules, { recursive: true });
	for (const host of ['n8n-workflow', 'luxon']) {
		await symlink(join(root, 'node_modules', host), join(modules, host), 'dir');
	}
	const unpacked = await unpackPackage(packed, modules);
	await checkLicences(join(unpacked, 'dist', 'gateway', 'wire', 'xml.LICENSES.txt'));
	return unpacked;
}

/** Throws if a bundled part's licence is named without its text. */
async function checkLicences(file: string): Promise<void> {
	const parts = (await readFile(file, 'utf8')).trim().split(/^-{80}$/m);
	const named = parts.filter((part) => part.trim() !== '');
	const bare = named.filter((part) => !part.includes('Permission is hereby granted'));
	if (named.length > 0 && bare.length === 0) return;
	throw new Error(`Without the text of a licence: ${bare.join() || file}`);
}
