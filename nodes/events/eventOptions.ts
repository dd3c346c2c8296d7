import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FEEDS } from './feeds';
import { UNKNOWN } from './pushEvent';

const feeds: INodePropertyOptions[] = FEEDS.map(({ name, value, description }) => ({
	name,
	value,
	description,
})).sort((a, b) => (a.name < b.name ? -1 : 1));

const unknownPush: INodePropertyOptions = {
	name: 'Unrecognized Push',
	value: UNKNOWN,
	description: 'Anything else that the service pushes, with its fields as they are',
};

const events = (options: INodePropertyOptions[]): INodeProperties => ({
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options,
	default: [...options.map(({ value }) => value as string)],
	required: true,
});

export const pushedEvents = events([...feeds, unknownPush]);
/** A reply says which feed it belongs to, so there is nothing unrecognised in it. */
export const polledEvents = events(feeds);
