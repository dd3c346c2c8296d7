import ts from 'typescript';
import { everyNode, published } from './sources.mts';

const nodes = published.map((path) => [path, everyNode(path)] as const);

test('nothing is imported that could read files, open connections or start anything', () => {
	const imported = nodes.flatMap(([, all]) =>
		all
			.filter(ts.isImportDeclaration)
			.map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text),
	);
	const others = new Set(imported.filter((name) => !name.startsWith('.')));
	expect([...others].sort()).toEqual([
		...['crypto', 'fast-xml-parser', 'js-tokens', 'luxon', 'n8n-workflow'],
	]);
});

test('nothing global is used that could', () => {
	const forbidden =
		/^(process|require|fetch|XMLHttpRequest|WebSocket|EventSource|eval|Function|globalThis|global)$/;
	const used = nodes.flatMap(([path, all]) =>
		all.filter(ts.isIdentifier).flatMap((node) => {
			const { parent } = node;
			const isUsed =
				(ts.isPropertyAccessExpression(parent) && parent.expression === node) ||
				((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node);
			return isUsed && forbidden.test(node.text) ? [`${path}: ${node.text}`] : [];
		}),
	);
	expect(used).toEqual([]);
});

test('there is one way to the network, signed by the credential', () => {
	const requests = nodes.flatMap(([path, all]) =>
		all
			.filter(ts.isPropertyAccessExpression)
			.filter(
				({ name }) =>
					/request/i.test(name.text) &&
					/helpers$/.test(name.parent.getText().replace(/\.\w+$/, '')),
			)
			.map(({ name }) => `${path}: ${name.text}`),
	);
	expect(requests).toEqual([
		'nodes/connection/request.ts: httpRequestWithAuthentication',
		// For the test of an unsaved credential, n8n offers nothing else.
		'nodes/connection/testCredential.ts: request',
	]);
});
