// Evaluates the parameters of items with one of n8n's expression engines: together, as the package does, and one by one. Runs
// with an installed n8n's Node and the built package.
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');

const [, , n8nScript, engine, tableFile, casesFile, resultFile] = process.argv;
const { Expression, Workflow } = createRequire(n8nScript)('n8n-workflow');
const { ExpressionTable, NOT_HERE } = require(tableFile);

const SETTINGS = {
	poolSize: 1,
	maxCodeCacheSize: 1024,
	bridgeTimeout: 5000,
	bridgeMemoryLimit: 128,
};
const NODE = {
	...{ id: '1', name: 'TextMe', type: 'textMe', typeVersion: 1 },
	...{ position: [0, 0], parameters: {} },
};
const nodeTypes = { getByNameAndVersion: () => ({ description: { properties: [] } }) };
const { expression } = new Workflow({ nodes: [NODE], connections: {}, active: false, nodeTypes });
const evaluate = (value, itemIndex, items) =>
	expression.getParameterValue(value, null, 0, itemIndex, NODE.name, items, 'manual', {});

/** The items whose value differs from n8n's, and the number of items for which the package has a value. */
function compared([parameter, jsons]) {
	const items = jsons.map((json) => ({ json }));
	const context = {
		connectionInputData: items,
		getInputData: () => items,
		evaluateExpression(code, itemIndex) {
			return evaluate(`=${code}`, itemIndex, this.connectionInputData);
		},
		getNodeParameter(_, itemIndex) {
			const value = evaluate(parameter, itemIndex, items);
			return typeof value === 'object' && value !== null && '__rl' in value ? value.value : value;
		},
	};
	const table = new ExpressionTable(context, [['field', parameter]]);
	const values = items.map((_, itemIndex) => table.value('field', itemIndex));
	const known = values.flatMap((ours, itemIndex) =>
		ours === NOT_HERE ? [] : [{ ours, n8n: context.getNodeParameter('field', itemIndex) }],
	);
	const different = known.filter(({ ours, n8n }) => JSON.stringify(ours) !== JSON.stringify(n8n));
	return { parameter, known: known.length, different };
}

async function main() {
	const lazyAcquire = engine === 'lazy';
	await Expression.initExpressionEngine({
		...{ engine: lazyAcquire ? 'vm' : engine, lazyAcquire },
		...SETTINGS,
	});
	await expression.acquireIsolate();
	const compare = JSON.parse(readFileSync(casesFile, 'utf8')).map(compared);
	const report = {
		engine: Expression.getActiveImplementation(),
		known: compare.reduce((sum, { known }) => sum + known, 0),
		different: compare.filter(({ different }) => different.length > 0),
	};
	writeFileSync(resultFile, JSON.stringify(report));
	process.exit();
}

void main();
