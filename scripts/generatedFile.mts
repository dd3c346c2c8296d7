import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

/** With `--check`, nothing is written, and a file that is not current is a failure. */
export const isCheck = process.argv.includes('--check');

/**
 * Writes a generated file.
 * @param how how to update it, said when `--check` finds that it is not current
 */
export async function keepCurrent(path: string, text: string, how: string): Promise<void> {
	const written = await readFile(path, 'utf8').catch(() => undefined);
	if (text === written) console.log(`${path} is current.`);
	else if (isCheck) fail(`${path} is not current. ${how}`);
	else {
		await writeFile(path, text);
		console.log(`${path} was brought up to date.`);
	}
}

/** Formats a text with prettier, for the file of this path. */
export async function formatted(path: string, text: string): Promise<string> {
	return await format(text, { ...(await resolveConfig(path)), filepath: path });
}

/** Replaces the section between the lines `<!-- name:start -->` and `<!-- name:end -->` of a text. */
export function withSection(text: string, name: string, section: string): string {
	const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
	const [before, rest] = text.split(start);
	const after = rest?.split(end)[1];
	if (after === undefined) throw new Error(`There is no ${start} with an ${end}.`);
	return `${before}${start}\n\n${section}\n\n${end}${after}`;
}

/** Says what is wrong, and makes the command fail in the end. */
export function fail(message: string): void {
	console.error(message);
	process.exitCode = 1;
}
