import type { INodeProperties } from 'n8n-workflow';

import { polledEvents, polledFilterFields } from '../events/eventFields';

export const pollingFields: INodeProperties[] = [
	polledEvents,
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'dateTime',
		default: '',
		description:
			'When you first publish the workflow, events since this time start it. A time without a time zone is Israel time.',
		hint: 'If left empty, the time you publish the workflow',
	},
	polledFilterFields,
	{
		displayName: 'Options',
		name: 'more',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Include Raw Fields',
				name: 'includeRaw',
				type: 'boolean',
				default: true,
				description: 'Whether to also return the received fields unchanged, under "raw"',
			},
			{
				displayName: 'On Behalf Of',
				name: 'onBehalfOf',
				type: 'string',
				default: '',
				placeholder: 'e.g. branch-haifa',
				description: 'For resellers: username of the sub-account whose events to read',
			},
		],
	},
];
