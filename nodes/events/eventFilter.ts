import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FEEDS } from './feeds';
import type { PushEvent } from './pushEvent';
import { UNKNOWN } from './pushEvent';

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

/** The filters of both triggers. Read by `readEventFilter`. */
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

export type EventFilter = (event: PushEvent) => boolean;

/** The filter that the fields "Trigger On" and "Filters" of a trigger describe. */
export function readEventFilter(chosenEvents: unknown, chosen: IDataObject): EventFilter {
	const events = new Set([chosenEvents].flat().map(String));
	const filtered = FEEDS.filter(({ filters }) => filters.some(({ name }) => name in chosen));
	const filters = new Map(filtered.map((feed) => [feed.value, feed.filter?.(chosen)]));
	// Events of no feed come along when all feeds are chosen, so that no push gets lost.
	if (FEEDS.every(({ value }) => events.has(value)) && chosen.knownOnly !== true) {
		events.add(UNKNOWN);
	}
	return (event) => events.has(event.event) && (filters.get(event.event)?.(event) ?? true);
}
