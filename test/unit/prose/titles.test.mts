import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The titles of the tests of a file, of tables too. */
function titlesIn(path: string): string[] {
	const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isCallExpression(node)) {
			const title = node.arguments[0];
			const isTest = /^test(\.each|$)/.test(node.expression.getText());
			if (isTest && title && ts.isStringLiteralLike(title)) found.push(title.text);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

const titles = readdirSync('test', { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.test.mts'))
	.flatMap((name) => titlesIn(join('test', name)).map((title) => [name, title] as const));

/** The words of a title, without what a table puts in. */
const wordsOf = (title: string) => title.replace(/%[\w.#]+|\$\w+/g, '').match(/[\p{L}\d]+/gu) ?? [];

// A title says who does what: "reports a failed reminder and does not retry it". The file names who it is about.
test('reads every title of a test', () => expect(titles.length).toBeGreaterThan(1500));

test('begins a title with words, and not with what a table puts in', () => {
	expect(titles.filter(([, title]) => /^[%$]/.test(title))).toEqual([]);
});

test('says in a title who does what, in three words at least, or two and an example', () => {
	const short = titles.filter(([, title]) => wordsOf(title).length < (/[%$]/.test(title) ? 2 : 3));
	expect(short).toEqual([]);
});

test('gives each test a title of its own, so that a search finds one', () => {
	const files = new Map<string, string[]>();
	for (const [file, title] of titles) files.set(title, [...(files.get(title) ?? []), file]);
	expect([...files].filter(([, { length }]) => length > 1)).toEqual([]);
});
