import type { INodeProperties } from 'n8n-workflow';

import { DELIVERY_STATES } from '../shared/deliveryStates';

/** What both triggers can leave out. Read by `readEventFilter`. */
export const filterFields: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Delivery States',
			name: 'deliveryStates',
			type: 'multiOptions',
			options: DELIVERY_STATES,
			default: [],
			description: 'Delivery reports with one of these states only. Leave empty for all.',
		},
		{
			displayName: 'Final Reports Only',
			name: 'finalOnly',
			type: 'boolean',
			default: true,
			description: 'Whether to leave out delivery reports after which another one may follow',
		},
		{
			displayName: 'Keyword Match',
			name: 'keywordMatch',
			type: 'options',
			options: [
				{ name: 'Anywhere in the Text', value: 'contains' },
				{ name: 'First Word', value: 'firstWord' },
				{ name: 'Whole Text', value: 'whole' },
			],
			default: 'contains',
			description: 'Where in an incoming message a keyword must be',
		},
		{
			displayName: 'Keywords',
			name: 'keywords',
			type: 'string',
			default: '',
			placeholder: 'e.g. stop, הסר',
			description:
				'Incoming messages with one of these only, upper or lower case. Separate several with commas.',
		},
		{
			displayName: 'Receiving Numbers',
			name: 'receivingNumbers',
			type: 'string',
			default: '',
			placeholder: 'e.g. 0559000100',
			description:
				'Incoming messages to one of these numbers of yours only. Separate several with commas.',
		},
		{
			displayName: 'Senders',
			name: 'senders',
			type: 'string',
			default: '',
			placeholder: 'e.g. 0501234567',
			description: 'Incoming messages from one of these phones only. Separate several with commas.',
		},
	],
};
