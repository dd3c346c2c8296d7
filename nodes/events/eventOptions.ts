import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { EVERYTHING } from './eventFilter';
import { FEEDS } from './feeds';

const feeds: INodePropertyOptions[] = FEEDS.map(({ name, value, description }) => ({
	name,
	value,
	description,
})).sort((a, b) => (a.name < b.name ? -1 : 1));

/** By the name n8n gives such a choice: its node panel offers no action of this name. */
const everyPush: INodePropertyOptions = {
	name: '*',
	value: EVERYTHING,
	description:
		'All of them, and pushes that the node does not know, with their fields as they came',
};

const events = (options: INodePropertyOptions[], chosen: string[]): INodeProperties => ({
	displayName: 'Trigger On',
	name: 'events',
	type: 'multiOptions',
	noDataExpression: true,
	options,
	default: [...chosen],
	required: true,
});

export const pushedEvents = events([everyPush, ...feeds], [EVERYTHING]);
/** A reply says which feed it belongs to, so the node knows all there is in it. */
export const polledEvents = events(
	feeds,
	feeds.map(({ value }) => value as string),
);
