import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FEEDS } from './feeds';

const feeds: INodePropertyOptions[] = FEEDS.map(({ name, value, description }) => ({
	name,
	value,
	description,
})).sort((a, b) => (a.name < b.name ? -1 : 1));

/** A reply says which feed it belongs to, so the node knows all events in it. */
export const polledEvents: INodeProperties = {
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options: feeds,
	default: [...feeds.map(({ value }) => value as string)],
	required: true,
};

/** Other pushes are no choice of their own, since n8n's node panel would offer it as an action. */
export const pushedEvents: INodeProperties = {
	...polledEvents,
	hint: 'If you choose all of them, pushes that the node does not know start the workflow, too',
};
