import type { INodeProperties } from 'n8n-workflow';

import { pushedEvents } from '../events/eventOptions';
import { filterFields } from '../events/filterFields';
import { repeatsFor } from '../events/repeatFields';

export const fields: INodeProperties[] = [
	{
		displayName:
			'The service sends to an address you hand to its support. Publish the workflow, then copy the Production URL above or pick the finished address below.',
		name: 'setupNotice',
		type: 'notice',
		default: '',
	},
	pushedEvents,
	{
		displayName: 'Answer the Service',
		name: 'acknowledge',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'At Once',
				value: 'received',
				description:
					'Before the workflow starts: the service never waits, and its feed never stops',
			},
			{
				name: 'When the Workflow Finishes',
				value: 'finished',
				description:
					'A workflow that fails makes the service deliver again. It stops a feed after several failures, so use this for short workflows only.',
			},
		],
		default: 'received',
	},
	{
		displayName: 'Executions',
		name: 'executions',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'One for Each Event',
				value: 'each',
			},
			{
				name: 'One for Events That Come Together',
				value: 'together',
				description:
					'Events that arrive within a moment start one execution, with an item for each of them, 500 at most. For campaigns: thousands of delivery reports take a few executions.',
			},
		],
		default: 'each',
	},
	{
		displayName: 'Address for the Provider',
		name: 'address',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description:
			'The finished address, and commands that imitate a push. For you to copy; what is picked here changes nothing.',
		modes: [
			{
				displayName: 'Show',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'listAddresses' },
			},
		],
	},
	{
		displayName: 'Webhook ID',
		name: 'addressId',
		type: 'hidden',
		default: '={{ $webhookId }}',
	},
	// Tells n8n to leave the body unread (a switch of its own for nodes of version 1): it would answer a malformed body
	// with 422, which counts as a failure of the feed.
	{
		displayName: 'Options',
		name: 'options',
		type: 'hidden',
		default: { binaryData: true },
	},
	{
		displayName: 'Protection',
		name: 'protection',
		type: 'collection',
		placeholder: 'Add Protection',
		default: {},
		options: [
			{
				displayName: 'Allowed Source Addresses',
				name: 'allowedAddresses',
				type: 'string',
				default: '',
				placeholder: 'e.g. 203.0.113.7, 198.51.100.0/24',
				description:
					'Other addresses are answered with 403, and all of them when this is empty. Behind a proxy, set N8N_PROXY_HOPS so that n8n sees the address in front of it.',
			},
			{
				displayName: 'Secret',
				name: 'secret',
				type: 'string',
				typeOptions: { password: true },
				default: '',
				description:
					'Pushes carry no signature. With a secret, only an address that ends in ?key=… with this value is accepted; others are answered with 403, and all of them when this is empty.',
			},
		],
	},
	filterFields,
	{
		displayName: 'More Options',
		name: 'more',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			repeatsFor,
			{
				displayName: 'Include Raw Fields',
				name: 'includeRaw',
				type: 'boolean',
				default: false,
				description: 'Whether to add the fields as they came, under "raw"',
			},
			{
				displayName: 'Own Path',
				name: 'path',
				type: 'string',
				default: '',
				placeholder: 'e.g. textme/delivery',
				description:
					'The end of the address. It stays the same when the node is copied or made anew, and must be the only one of this n8n.',
			},
		],
	},
];
