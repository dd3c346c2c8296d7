import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { format } from 'oxfmt';
import style from '../.oxfmtrc.json' with { type: 'json' };

const HOW =
	'Run `npm run build`, the engine tests of what has changed, and then `npm run generate` (`--check`: all of them).';

/** Writes a generated file, or deletes it if `text` is undefined. With `--check`, only fails if the file would change. */
export async function keepCurrent(path: string, text: string | undefined): Promise<void> {
	const written = await readFile(path, 'utf8').catch(() => undefined);
	if (text === written) return;
	if (process.argv.includes('--check')) return fail(`${path} is not current.`);
	await mkdir(dirname(path), { recursive: true });
	await (text === undefined ? rm(path) : writeFile(path, text));
	console.log(`${path} was brought up to date.`);
}

/** `keepCurrent` for a section of a page. */
export async function keepSection(page: string, name: string, section: string): Promise<void> {
	const text = withSection(await readFile(page, 'utf8'), name, section);
	await keepCurrent(page, await formatted(page, text));
}

/** Formats a text of Markdown or JSON as `npm run format` does. */
export async function formatted(path: string, text: string): Promise<string> {
	const { singleQuote, printWidth } = style;
	return (await format(path, text, { singleQuote, printWidth })).code;
}

/** Replaces the text between `<!-- name:start -->` and `<!-- name:end -->`. */
function withSection(text: string, name: string, section: string): string {
	const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
	const [before, rest] = text.split(start);
	const after = rest?.split(end)[1];
	if (after === undefined) throw new Error(`There is no ${start} with an ${end}.`);
	return `${before}${start}\n\n${section}\n\n${end}${after}`;
}

export const table = (
	headings: string[],
	rows: string[][],
	alignment = headings.map(() => '---'),
) => [headings, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Says what is wrong and what to do; the command then exits with an error. */
export function fail(message: string): void {
	console.error(message);
	if (process.exitCode !== 1) console.error(HOW);
	process.exitCode = 1;
}
