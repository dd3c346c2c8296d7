// Fills in parameters for items with one of n8n's expression engines. Run by the Node of an installed n8n.
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');

const [, , n8nScript, engine, casesFile, resultFile] = process.argv;
const { Expression, Workflow } = createRequire(n8nScript)('n8n-workflow');

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

function fill([parameter, json]) {
	const input = [{ json }];
	try {
		return expression.getParameterValue(parameter, null, 0, 0, NODE.name, input, 'manual', {});
	} catch ({ message }) {
		return { refused: message };
	}
}

async function main() {
	await Expression.initExpressionEngine({ engine, ...SETTINGS });
	await expression.acquireIsolate();
	const filled = JSON.parse(readFileSync(casesFile, 'utf8')).map(fill);
	const report = { engine: Expression.getActiveImplementation(), filled };
	writeFileSync(resultFile, JSON.stringify(report));
	process.exit();
}

void main();
