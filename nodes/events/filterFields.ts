import type { INodeProperties } from 'n8n-workflow';

import { FEEDS } from './feeds';

/** What both triggers can leave out. Read by `readEventFilter`. */
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
	description: 'Whether to leave out pushes that the node does not know',
};

/** The same for pushes, which may be of no feed. */
export const pushFilterFields: INodeProperties = {
	...filterFields,
	options: sorted([...filterFields.options, knownOnly]),
};

function sorted(fields: INodeProperties[]): INodeProperties[] {
	return [...fields].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
}
