import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ALERTS, FEEDS } from './feeds';
import type { Alert } from './feeds/alert';
import type { Feed } from './feeds/feed';

const choices = (feeds: ReadonlyArray<Feed | Alert>): INodePropertyOptions[] =>
	feeds
		.map(({ name, value, description }) => ({ name, value, description }))
		.sort((a, b) => (a.name < b.name ? -1 : 1));

/** There is no option for unknown pushes, since n8n's node panel would offer it as an action. */
export const pushedEvents: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options: choices(FEEDS),
	default: [...choices(FEEDS).map(({ value }) => value as string)],
	required: true,
	hint: 'With all events selected, unknown pushes also start the workflow',
};

/** A polled reply belongs to one feed, so none of its events is unknown. */
export const polledEvents: INodeProperties = {
	...pushedEvents,
	options: choices([...FEEDS, ...ALERTS]),
	hint: undefined,
};

/** `readEventFilter` reads those of feeds, an alert its own. */
const filterFields: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
};

const filtersOf = (feeds: ReadonlyArray<Feed | Alert>) => feeds.flatMap(({ filters }) => filters);

export const polledFilterFields: INodeProperties = {
	...filterFields,
	options: sorted(filtersOf([...FEEDS, ...ALERTS])),
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
	options: sorted([...filtersOf(FEEDS), knownOnly]),
};

function sorted(fields: INodeProperties[]): INodeProperties[] {
	return [...fields].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
}
