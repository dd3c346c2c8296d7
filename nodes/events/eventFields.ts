import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FEEDS } from './feeds';

const feeds: INodePropertyOptions[] = FEEDS.map(({ name, value, description }) => ({
	name,
	value,
	description,
})).sort((a, b) => (a.name < b.name ? -1 : 1));

/** A polled reply belongs to one feed, so none of its events is unknown. */
export const polledEvents: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options: feeds,
	default: [...feeds.map(({ value }) => value as string)],
	required: true,
};

/** There is no option for unknown pushes, since n8n's node panel would offer it as an action. */
export const pushedEvents: INodeProperties = {
	...polledEvents,
	hint: 'With all events selected, unknown pushes also start the workflow',
};

/** The filters of both triggers. `readEventFilter` reads them. */
export const filterFields: INodeProperties & { options: INodeProperties[] } = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: sorted(FEEDS.flatMap(({ filters }) => filters)),
};

const knownOnly: INodeProperties = {
	displayName: 'Known Events Only',
	name: 'knownOnly',
	type: 'boolean',
	default: true,
	description: 'Whether to ignore unknown pushes',
};

/** The filters of pushes, which may belong to no feed. */
export const pushFilterFields: INodeProperties = {
	...filterFields,
	options: sorted([...filterFields.options, knownOnly]),
};

function sorted(fields: INodeProperties[]): INodeProperties[] {
	return [...fields].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
}
