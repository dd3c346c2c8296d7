import { createRequire } from 'node:module';
import type { INodeProperties } from 'n8n-workflow';

interface NodeClass {
	new (): { description: { properties: INodeProperties[] } };
}

const require = createRequire(import.meta.url);
const OURS = 'n8n-nodes-textme.';

/** Whether the built package has the node, operation and fields of a contestant. Nodes of n8n are always there. */
export function isBuilt({ type, parameters = {} }: { type: string; parameters?: object }): boolean {
	if (!type.startsWith(OURS)) return true;
	const name = type.slice(OURS.length).replace(/^t/, 'T');
	const { n8n } = require('../package.json') as { n8n: { nodes: string[] } };
	const file = n8n.nodes.find((path) => path.endsWith(`/${name}.node.js`));
	if (!file) return false;
	const Class = (require(`../${file}`) as Record<string, NodeClass>)[name];
	if (!Class) return false;
	const { properties } = new Class().description;
	return Object.entries(parameters).every(([field, value]) => {
		const found = properties.filter((property) => property.name === field);
		if (field !== 'operation') return found.length > 0;
		return found.some(({ options }) =>
			options?.some((option) => 'value' in option && option.value === value),
		);
	});
}
