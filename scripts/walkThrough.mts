// Adds an operation to a copy of the repository exactly as CONTRIBUTING.md says: creates the files, applies the changes and
// runs the commands. Fails if the page is wrong.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { command } from './steps.mts';

const PAGE = 'CONTRIBUTING.md';
const SECTION = /^## A new operation, step by step\n([^]*?)^## /m;

const copy = await copyOfRepository();
try {
	for (const { language, code, file } of await blocks()) {
		if (language === 'sh') await runAll(code);
		else if (!file) throw new Error(`${PAGE} names no file for:\n${code}`);
		else if (language === 'diff') await apply(file, code);
		else await make(file, code);
	}
} finally {
	await rm(copy, { recursive: true });
}

/** The page's code blocks in order, each with the last file named before it. */
async function blocks() {
	const [, section = ''] = SECTION.exec(await readFile(PAGE, 'utf8')) ?? [];
	const parts = [...section.matchAll(/([^]*?)^( *)```(\w+)\n([^]*?)^ *```\n/gm)];
	if (parts.length === 0) throw new Error(`${PAGE} has no steps.`);
	let file: string | undefined;
	return parts.map(([, before = '', indent = '', language = '', code = '']) => {
		file = [...before.matchAll(/`([\w./-]+\/[\w.-]+\.(?:m?ts|txt))`/g)].at(-1)?.[1] ?? file;
		return { language, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), file };
	});
}

/** Copies the repository, including what its tests recorded about other operations. */
async function copyOfRepository(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-textme-walk-'));
	const filter = (file: string) =>
		!/^(\.git|\.stryker|dist|node_modules|reports)$|^coverage.(?!faults)/.test(file);
	await cp('.', folder, { recursive: true, filter });
	await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
	return folder;
}

async function make(file: string, code: string): Promise<void> {
	await mkdir(dirname(join(copy, file)), { recursive: true });
	await writeFile(join(copy, file), code);
}

/** Applies a change to lines found by their text, anywhere and with any indentation. */
async function apply(file: string, diff: string): Promise<void> {
	const path = join(copy, file);
	const lines = (await readFile(path, 'utf8')).split('\n');
	const changes = diff.trimEnd().split('\n');
	const texts = (signs: string) =>
		changes.filter((line) => signs.includes(line.charAt(0))).map((line) => line.slice(1));
	const [old, changed] = [texts(' -'), texts(' +')];
	const at = lines.findIndex((_, index) =>
		old.every((text, offset) => lines[index + offset]?.trim() === text.trim()),
	);
	if (at < 0) throw new Error(`${file} does not hold what ${PAGE} changes:\n${diff}`);
	lines.splice(at, old.length, ...changed);
	await writeFile(path, lines.join('\n'));
}

async function runAll(code: string): Promise<void> {
	for (const line of code.trim().split('\n')) {
		await command(line, [], { cwd: copy, shell: true });
	}
}
