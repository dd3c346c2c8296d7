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

/** A title says what is done, to what and when: "reports a failed reminder and does not retry it". */
const NO_BEGINNING =
	/^(an?|the|this|that|these|those|as|at|by|for|from|in|into|of|off|on|over|to|under|until|up|with|within|without|after|before|besides?|behind|between|beyond|during|where|when|while|if|wh(at|o|om|ose|ich)(ever)?|its?|they|their)\b/i;

test('begins a title neither with an article, a preposition, a conjunction nor a pronoun', () => {
	expect(titles.length).toBeGreaterThan(1500);
	expect(titles.filter(([, title]) => NO_BEGINNING.test(title))).toEqual([]);
});
