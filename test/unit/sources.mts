import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The files in some folders, at any depth. */
export const filesIn = (folders: readonly string[], ending: RegExp): string[] =>
	folders.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => ending.test(name))
			.map((name) => join(folder, name)),
	);

/** The files of the published code. */
export const published = filesIn(['credentials', 'gateway', 'nodes'], /\.ts$/);

/** Every node of a file's syntax. */
export function everyNode(path: string, text = readFileSync(path, 'utf8')): ts.Node[] {
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
	const found: ts.Node[] = [];
	const visit = (node: ts.Node) => {
		found.push(node);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}
