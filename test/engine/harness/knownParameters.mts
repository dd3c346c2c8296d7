import type { INodeParameters, INodeProperties } from 'n8n-workflow';

/**
 * Refuses a parameter that no operation has: a test with a typo would pass whatever the node does. Ignores names in expressions
 * and in special values such as `__rl`.
 */
export function checkNames(fields: INodeProperties[], values: INodeParameters, way = ''): void {
	for (const [name, value] of Object.entries(values)) {
		const named = fields.filter((field) => field.name === name);
		if (named.length === 0) throw new Error(`There is no parameter '${way}${name}'`);
		if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
		const inner = named.flatMap(({ options = [] }) => options);
		const { type } = named[0] as INodeProperties;
		if (type === 'collection') {
			checkNames(inner as INodeProperties[], value as INodeParameters, `${way}${name}.`);
		}
		if (type === 'fixedCollection') checkGroups(inner, value as INodeParameters, `${way}${name}.`);
	}
}

function checkGroups(
	groups: NonNullable<INodeProperties['options']>,
	values: INodeParameters,
	way: string,
): void {
	for (const [name, value] of Object.entries(values)) {
		const fields = groups.flatMap((group) =>
			'values' in group && group.name === name ? group.values : [],
		);
		if (fields.length === 0) throw new Error(`There is no parameter '${way}${name}'`);
		for (const row of [value].flat()) {
			if (typeof row === 'object') checkNames(fields, row as INodeParameters, `${way}${name}.`);
		}
	}
}
