import type { IDataObject, INode, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { checkForwards } from '../../gateway/phones/phone';
import { checkFilledIn, checkSwitch, InputError, oneOf } from '../../gateway/values/checks';
import { list } from '../../gateway/values/lists';
import { FEEDS } from './feeds';

const byName = <Option extends { name: string }>(options: Option[], of: keyof Option): Option[] =>
	[...options].sort((a, b) => (a[of] < b[of] ? -1 : 1));

const choices = byName(
	FEEDS.map(({ name, value, description }) => ({ name, value, description })),
	'name',
);

/** A polled reply belongs to one feed, so its events are never unknown. */
export const polledEvents: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options: choices,
	default: [...choices.map(({ value }) => value)],
	required: true,
};

/** No option for unknown pushes, because n8n's node panel would show it as an action. */
export const pushedEvents: INodeProperties = {
	...polledEvents,
	hint: 'With all events selected, unknown pushes also start the workflow',
};

const knownOnly: INodeProperties = {
	displayName: 'Known Events Only',
	name: 'knownOnly',
	type: 'boolean',
	default: true,
	description: 'Whether to ignore unknown pushes',
};

const filterFields = (fields: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: byName(fields, 'displayName'),
});

const filters = FEEDS.flatMap((feed) => feed.filters);

export const polledFilterFields = filterFields(filters);

/** An option of both triggers. */
export const includeRaw: INodeProperties = {
	displayName: 'Include Raw Fields',
	name: 'includeRaw',
	type: 'boolean',
	default: true,
	description: 'Whether to also return the received fields unchanged, under "raw"',
};

const PHONES = ['receivingNumbers', 'senders'];

function checkChosen(
	{ name, type, options, required }: Omit<INodeProperties, 'displayName'>,
	value: unknown,
): void {
	if (type === 'boolean') return void checkSwitch(value);
	const chosen = type === 'options' ? [value as string] : list(value);
	if (required === true && chosen.length === 0) throw new InputError('is empty; choose one');
	if (type === 'string' && chosen.length === 0) {
		throw new InputError('is empty; enter a value, or remove the filter');
	}
	const values = (options as INodePropertyOptions[] | undefined)?.map((one) => String(one.value));
	for (const one of chosen) {
		if (values) oneOf(values, one);
		else checkFilledIn(one);
		if (PHONES.includes(name)) checkForwards(one);
	}
}

/**
 * Refuses what is in no drop-down of a trigger: n8n keeps what models and its API write there, and a filter would then pass
 * everything or nothing. Also what no event can have.
 */
export function checkEventChoices(node: INode, events: unknown, chosen: IDataObject): void {
	const given = { ...chosen, [polledEvents.name]: events };
	const fields = [polledEvents, ...filters, knownOnly].filter(({ name }) => name in given);
	for (const { displayName, ...field } of fields) {
		try {
			checkChosen(field, given[field.name]);
		} catch (error) {
			throw new NodeOperationError(node, `'${displayName}' ${(error as Error).message}`);
		}
	}
}

/** The filters for pushes, which may belong to no feed. */
export const pushFilterFields = filterFields([...filters, knownOnly]);
