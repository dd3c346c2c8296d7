import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { permission, toolFields } from './agent/tool';
import { commonOptions } from './options/common';
import { inGroups } from './parameters/optionPlaces';
import type { SomeOperation, Resource } from './operation';

/** Every option of an operation, those in groups included. */
export const optionsOf = (operation: SomeOperation): INodeProperties[] => [
	...(operation.options ?? []),
	...commonOptions(operation),
];

/** Every field of an operation, those under "Options" included. */
export const allFieldsOf = (operation: SomeOperation): INodeProperties[] => [
	...operation.fields,
	...optionsOf(operation),
];

/** The node's properties: the two drop-downs and, for each operation, its fields and its options. */
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
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
		),
	];
}

/** Sends first, because people look for them first, and the default before other sends; then by name. */
function sendsFirst(operations: SomeOperation[]): SomeOperation[] {
	const rank = (operation: SomeOperation) =>
		operation.effect === 'send' ? 1 + Number(operation === operations[0]) : 0;
	return [...operations].sort((a, b) => rank(b) - rank(a) || a.name.localeCompare(b.name));
}

/**
 * A drop-down with the first of `choices` as its default. n8n's node panel keeps the order of the options, so resources are
 * listed as written, SMS first.
 */
function dropDown(
	property: Pick<INodeProperties, 'displayName' | 'name' | 'displayOptions'>,
	choices: Array<Pick<SomeOperation, 'name' | 'value'> & Partial<SomeOperation>>,
	listed = choices,
): INodeProperties {
	const options = listed.map(({ name, value, action, description, ...choice }) => ({
		name,
		value,
		action,
		description,
		...builderHint(choice),
	}));
	return {
		...property,
		type: 'options',
		noDataExpression: true,
		options,
		default: choices[0]?.value ?? '',
	};
}

/** The hint about a choice for n8n's AI workflow builder. Older versions of n8n ignore it. */
function builderHint({
	builderHint: hint,
	tool,
}: Partial<SomeOperation>): Pick<INodePropertyOptions, 'builderHint'> {
	const propertyHint = hint ?? (tool && `${tool.use} Returns ${tool.returns}`);
	return propertyHint ? { builderHint: { propertyHint } } : {};
}

function fieldsOf(resource: Resource, operation: SomeOperation): INodeProperties[] {
	const show = { resource: [resource.value], operation: [operation.value] };
	const options: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: inGroups([...optionsOf(operation), ...permission(resource.value, operation, true)]),
	};
	return [...toolFields(resource.value, operation), ...operation.fields, options].map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...show, ...field.displayOptions?.show },
		},
	}));
}
