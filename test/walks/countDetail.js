const ts = require('typescript');

/** Makes every named function of a built file report that it was entered. */
module.exports = {
	process(code, file) {
		const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
		const edits = [];
		const rep = (node) =>
			`globalThis.noteCall?.(${JSON.stringify(file + '::' + nameOf(node).getText(source))})`;
		const visit = (node) => {
			if (ts.isFunctionLike(node) && node.body && nameOf(node)) {
				const { body } = node;
				if (ts.isBlock(body)) edits.push([body.getStart() + 1, ` ${rep(node)};`]);
				else edits.push([body.getStart(), `(${rep(node)}, `], [body.getEnd(), ')']);
			}
			ts.forEachChild(node, visit);
		};
		visit(source);
		edits.sort(([a], [b]) => b - a);
		for (const [at, text] of edits) code = code.slice(0, at) + text + code.slice(at);
		return { code };
	},
};

const nameOf = ({ name, parent }) =>
	name ?? ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.name);
