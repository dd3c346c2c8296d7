import type { INodeProperties } from 'n8n-workflow';

import { groupBy } from '../../gateway/values/lists';
import { toolFields } from './agent/tool';
import { commonOptions } from './options/common';
import type { Option } from './parameters/option';
import type { Operation, Resource } from './operation';

export const optionsOf = (operation: Operation): Option[] => [
	...(operation.options ?? []),
	...commonOptions(operation),
];

export const allFieldsOf = (operation: Operation): INodeProperties[] => [
	...operation.fields,
	...optionsOf(operation),
];

/** The node's properties: the two drop-downs, and the fields and options of each operation. */
export function describe(resources: Resource[]): INodeProperties[] {
	return [
		dropDown({ displayName: 'Resource', name: 'resource' }, resources),
		...resources.map(({ value, operations }) =>
			dropDown(
				{
					displayName: 'Operation',
					name: 'operation',
					displayOptions: { show: { resource: [value] } },
				},
				operations,
				sendsFirst(operations),
			),
		),
		...resources.flatMap((resource) => [
			...resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
			optionsOfAll(resource),
		]),
	];
}

/** Operations that send come first, because most people want those. The default is the first of them; the rest is by name. */
function sendsFirst(operations: Operation[]): Operation[] {
	const rank = (operation: Operation) =>
		operation.effect === 'send' ? 1 + Number(operation === operations[0]) : 0;
	return [...operations].sort((a, b) => rank(b) - rank(a) || a.name.localeCompare(b.name));
}

/** A drop-down whose default is the first of `choices`. n8n's node panel keeps the order of the options, so SMS stays first. */
function dropDown(
	property: Pick<INodeProperties, 'displayName' | 'name' | 'displayOptions'>,
	choices: Array<Pick<Operation, 'name' | 'value'> & Partial<Operation>>,
	listed = choices,
): INodeProperties {
	const options = listed.map(({ name, value, action, description, builderHint }) => ({
		name,
		value,
		action,
		description,
		// n8n's AI workflow builder reads this.
		...(builderHint && { builderHint: { propertyHint: builderHint } }),
	}));
	return {
		...property,
		type: 'options',
		noDataExpression: true,
		options,
		default: choices[0]?.value ?? '',
	};
}

function fieldsOf(resource: Resource, operation: Operation): INodeProperties[] {
	const show = { resource: [resource.value], operation: [operation.value] };
	return [...toolFields(operation), ...operation.fields].map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...show, ...field.displayOptions?.show },
		},
	}));
}

/**
 * "Options" of all operations of a resource. Every editor loads all of it, so an option that several operations share appears
 * once, with a condition.
 */
function optionsOfAll({ value, operations }: Resource): INodeProperties {
	const all = operations.flatMap((operation) =>
		optionsOf(operation).map((option) => ({
			option: fieldOf(option),
			operation: operation.value,
		})),
	);
	const distinct = groupBy(all, ({ option }) => JSON.stringify(option));
	const options = [...distinct.values()].map((same) => {
		const [{ option }] = same;
		return shownFor(
			same.map(({ operation }) => operation),
			option,
			operations.length,
		);
	});
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
		displayOptions: { show: { resource: [value] } },
	};
}

/** An option without `read`, which n8n does not know. */
function fieldOf(option: Option): INodeProperties {
	const field: INodeProperties & Partial<Option> = { ...option };
	delete field.read;
	return field;
}

function shownFor(some: string[], option: INodeProperties, all: number): INodeProperties {
	if (some.length === all) return option;
	const { displayOptions } = option;
	return {
		...option,
		displayOptions: {
			...displayOptions,
			show: { ...displayOptions?.show, '/operation': some },
		},
	};
}
