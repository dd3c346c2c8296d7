import type { INodeProperties } from 'n8n-workflow';

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

/** The filters for pushes, which may belong to no feed. */
export const pushFilterFields = filterFields([...filters, knownOnly]);
