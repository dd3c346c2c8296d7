import type { INodeProperties } from 'n8n-workflow';

import { pushedEvents, pushFilterFields } from '../events/eventFields';
import { quietSeconds } from './conversations';

export const triggerFields: INodeProperties[] = [
	{
		displayName:
			"Publish, then send the Production URL to the service's support. No public address? Use the TextMe Polling Trigger.",
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	pushedEvents,
	pushFilterFields,
	{
		displayName: 'Options',
		name: 'more',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Allowed Source Addresses',
				name: 'allowedAddresses',
				type: 'string',
				default: '',
				placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24',
				description:
					'Only pushes from these IP addresses start the workflow; others get HTTP 403. Behind a reverse proxy, set N8N_PROXY_HOPS, so that n8n sees where a push comes from, and let nobody else reach n8n directly.',
			},
			{
				displayName: 'Drop Duplicates',
				name: 'dropRepeats',
				type: 'boolean',
				default: true,
				description: 'Whether to ignore a push that the workflow has had before',
			},
			{
				displayName: 'Include Raw Fields',
				name: 'includeRaw',
				type: 'boolean',
				default: true,
				description: 'Whether to also return the received fields unchanged, under "raw"',
			},
			{
				displayName: 'Own Path',
				name: 'path',
				type: 'string',
				default: '',
				placeholder: 'e.g. textme/delivery-8f3kq2',
				description:
					'A path of your own, so that the address stays the same when you replace the node. Use it in one workflow only, and end it with something nobody can guess.',
			},
			quietSeconds,
		],
	},
];
