import type { INodeProperties } from 'n8n-workflow';

import { FEEDS } from './feeds';

/** What both triggers can leave out. Read by `readEventFilter`. */
export const filterFields: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: FEEDS.flatMap(({ filters }) => filters).sort((a, b) =>
		a.displayName < b.displayName ? -1 : 1,
	),
};
