import type { INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { includeRaw, polledEvents, polledFilterFields } from '../events/eventFields';
import { pollEvents } from './pollEvents';
import { testCredential } from '../connection/testCredential';

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
			includeRaw,
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

export class TextMePollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TextMe Polling Trigger',
		name: 'textMePollingTrigger',
		icon: { light: 'file:../../icons/textme.svg', dark: 'file:../../icons/textme.dark.svg' },
		group: ['trigger'],
		version: [1],
		subtitle: '={{ $parameter["events"].join(", ").replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Starts on replies, opt-outs and delivery reports, without a public address',
		defaults: { name: 'TextMe Polling Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'textMeApi', required: true, testedBy: 'testCredential' }],
		polling: true,
		builderHint: {
			searchHint:
				'Starts a workflow by an SMS reply, a delivery report or an opt-out of the TextMe / 019 SMS service, which it asks for them: no public address and nothing to set up at the service.',
		},
		properties: pollingFields,
	};

	methods = { credentialTest: { testCredential } };

	poll = pollEvents;
}
