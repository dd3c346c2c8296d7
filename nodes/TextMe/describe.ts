import type { INodeProperties } from 'n8n-workflow';

import { groupBy } from '../../gateway/values/lists';
import { toolFields } from './agent/tool';
import { commonOptions } from './options/common';
import type { Option, Panel } from './parameters/option';
import type { Operation, Resource } from './operation';

export const optionsOf = (operation: Operation): Option[] => [
	...(operation.options ?? []),
	...commonOptions(operation),
];

export const allFieldsOf = (operation: Operation): INodeProperties[] => [
	...operation.fields,
	...optionsOf(operation),
];

export function panelOf(operation: Operation): Panel {
	const all = allFieldsOf(operation).flatMap((field) =>
		field.type === 'collection' ? [field, ...(field.options as INodeProperties[])] : field,
	);
	return {
		fields: new Map(all.map((field) => [field.name, field])),
		options: new Set(optionsOf(operation).map(({ name }) => name)),
	};
}

/** An operation of a resource, by their values. */
type Place = readonly [resource: string, operation: string];

/** The node's properties: the two drop-downs, and the fields and options of each operation. Every editor loads all of it. */
export function describe(resources: Resource[]): INodeProperties[] {
	const fields = new Shared();
	const options = new Shared();
	for (const { value, operations } of resources) {
		for (const operation of operations) {
			const place: Place = [value, operation.value];
			fields.add(place, [...toolFields(operation), ...operation.fields].map(fieldOf));
			options.add(place, optionsOf(operation).map(fieldOf).sort(byName));
		}
	}
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
		...fields.shown(''),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: options.shown('/'),
		},
	];
}

/** Without `localeCompare`, whose first call takes a tenth of the time in which the nodes load. */
const inOrder = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);

const byName = (a: INodeProperties, b: INodeProperties) => inOrder(a.displayName, b.displayName);

/** A list of fields in which what several operations share appears once. Each operation keeps the order of its own. */
class Shared {
	private readonly entries: Array<{ field: INodeProperties; key: string; places: Place[] }> = [];
	private readonly all: Place[] = [];

	add(place: Place, own: INodeProperties[]): void {
		this.all.push(place);
		let next = 0;
		for (const field of own) {
			const key = JSON.stringify(field);
			const at = this.entries.findIndex((one, index) => index >= next && one.key === key);
			if (at < 0) this.entries.splice(next++, 0, { field, key, places: [place] });
			else {
				this.entries[at]?.places.push(place);
				next = at + 1;
			}
		}
	}

	/** @param root how the conditions name the drop-downs: from inside a collection, with `/` */
	shown(root: '' | '/'): INodeProperties[] {
		return this.entries.flatMap(({ field: { displayOptions, ...field }, places }) =>
			this.conditions(places, root).map((where) => {
				const show = { ...where, ...displayOptions?.show };
				return { ...field, displayOptions: { ...displayOptions, show } };
			}),
		);
	}

	/** One condition, or one for each resource if one would show a field where it does not belong. */
	private conditions(places: Place[], root: string): Array<Record<string, string[]>> {
		const resources = new Set(places.map(([resource]) => resource));
		const operations = new Set(places.map(([, operation]) => operation));
		const among = this.all.filter(([resource]) => resources.has(resource));
		if (among.filter(([, operation]) => operations.has(operation)).length > places.length) {
			const byResource = groupBy(places, ([resource]) => resource);
			return [...byResource.values()].flatMap((own) => this.conditions(own, root));
		}
		const isForAll = among.length === places.length;
		return [
			{
				...(!(isForAll && among.length === this.all.length) && {
					[`${root}resource`]: [...resources],
				}),
				...(!isForAll && { [`${root}operation`]: [...operations] }),
			},
		];
	}
}

/** Operations that send come first, because most people want those. The default is the first of them; the rest is by name. */
function sendsFirst(operations: Operation[]): Operation[] {
	const rank = (operation: Operation) =>
		operation.effect === 'send' ? 1 + Number(operation === operations[0]) : 0;
	return [...operations].sort((a, b) => rank(b) - rank(a) || inOrder(a.name, b.name));
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

/** Without `read`, which n8n does not know. */
function fieldOf(one: INodeProperties & Partial<Option>): INodeProperties {
	const field = { ...one };
	delete field.read;
	return field;
}
