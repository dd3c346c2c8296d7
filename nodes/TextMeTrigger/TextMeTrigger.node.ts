import type {
	IDataObject,
	IHookFunctions,
	INodeParameters,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

import {
	checkEventChoices,
	includeRaw,
	pushedEvents,
	pushFilterFields,
} from '../events/eventFields';
import { allowedRanges, MAX_SECONDS, quietMs, quietSeconds, receivePush } from './receivePush';
import { readRange } from '../connection/addressList';
import { TRIGGER_VERSION, webhookPath } from '../n8n/insides';

const STEPS = `<ol>
<li>Publish the workflow.</li>
<li>Copy the Production URL from the parameters.</li>
<li>Send it to the support of the service, and name the feeds you want: delivery reports, incoming messages, blocklist. The web console has no setting for it. Show it to nobody else: anybody who knows it can start this workflow.</li>
<li>Try it out with the curl line below.</li>
</ol>`;

const CURL =
	"<code>curl -i 'ADDRESS' -d 'phone=972501234567&dest=0559000100&message=Hello&date=01/05/26 10:30:00'</code>";

const REACH =
	'The service must be able to reach the address. It cannot if the address begins with localhost or is one of your own network (10.…, 172.16.… to 172.31.…, 192.168.…). Without a public address, use the TextMe Polling Trigger.';

const BUILDING =
	'<b>While you build</b>: copy the <b>Test URL</b>, click the button above, and open the address in a browser. You get a sample of each chosen event. <br><br>';

const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Receive events from the service',
	executionsHelp: {
		inactive: `${BUILDING}<b>In production</b>:${STEPS}${CURL}<br><br>${REACH}`,
		active: `${BUILDING}<b>In production</b>: the workflow runs for every push to the Production URL. They are listed under <a data-key="executions">Executions</a>. A curl line that imitates one:<br>${CURL}<br><br>${REACH}`,
	},
	activationHint:
		'To try it out, copy the Test URL, click the button above, and open the address in a browser. To go live, publish the workflow, and send its Production URL to the support of the service.',
};

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
			includeRaw,
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

/** A colon would make part of the path a parameter and change the whole address. */
const OWN_PATH = /^[\w.~/-]*$/;

/** Refuses invalid settings at activation, before the first push. */
function checkSettings(context: IHookFunctions): void {
	const refuse = (message: string, description: string) =>
		new NodeOperationError(context.getNode(), message, { description });
	const wrong = allowedRanges(context)?.find((range) => readRange(range) === undefined);
	if (wrong !== undefined) {
		throw refuse(
			`'Allowed Source Addresses' has "${wrong}", which is not an address`,
			'Use addresses such as 203.0.113.7 or ranges such as 198.51.100.0/24.',
		);
	}
	const more = context.getNodeParameter('more', {}) as IDataObject;
	checkEventChoices(
		context.getNode(),
		context.getNodeParameter('events', pushedEvents.default),
		context.getNodeParameter('filters', {}) as IDataObject,
	);
	if (quietMs(more) === undefined) {
		throw refuse(
			`'Quiet Period (Seconds)' is "${String(more.quietSeconds)}"`,
			`Use a number from 0 to ${MAX_SECONDS}.`,
		);
	}
	const { path = '' } = more;
	if (!OWN_PATH.test(String(path).trim())) {
		throw refuse(
			`'Own Path' is "${String(path)}", which cannot be the end of an address`,
			'Use English letters, digits, dashes and slashes, e.g. textme/delivery.',
		);
	}
}

/** The answer is sent by `receivePush`. */
const webhook = {
	isFullPath: true,
	responseMode: 'onReceived',
	responseData: 'noData',
	...webhookPath(
		'={{ $parameter["more"]["path"] || "" }}',
		({ more }) => (more as INodeParameters | undefined)?.path || '',
	),
} as const;

export class TextMeTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TextMe Trigger',
		name: 'textMeTrigger',
		icon: { light: 'file:../../icons/textme.svg', dark: 'file:../../icons/textme.dark.svg' },
		group: ['trigger'],
		version: TRIGGER_VERSION,
		subtitle: '={{ $parameter["events"].join(", ").replace(/([A-Z])/g, " $1").toLowerCase() }}',
		// n8n's node panel lists the TextMe node together with this trigger, and shows this text for both.
		description:
			'Send SMS, calls and one-time codes, or start when somebody replies, opts out or gets a text',
		defaults: { name: 'TextMe Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		eventTriggerDescription: 'Waiting for the service to push an event',
		activationMessage:
			'The workflow receives pushes at its Production URL as soon as the support of the service has registered it.',
		triggerPanel,
		webhooks: [
			{ ...webhook, name: 'default', httpMethod: 'POST' },
			// For a console that tests the address. If its name were `default`, n8n would register everything twice.
			{ ...webhook, name: 'setup', httpMethod: 'GET,HEAD', ndvHideUrl: true },
		],
		builderHint: {
			searchHint:
				'Starts a workflow by an SMS reply, a delivery report or an opt-out that the TextMe / 019 SMS service pushes to a public address. Its address is handed to the support of the service; where there is no public address, use the TextMe Polling Trigger.',
		},
		properties: triggerFields,
	};

	// A person gives the address to the provider, so there is nothing to register.
	webhookMethods = {
		default: {
			checkExists: async () => false,
			async create(this: IHookFunctions): Promise<boolean> {
				checkSettings(this);
				return true;
			},
			delete: async () => true,
		},
	};

	webhook = receivePush;
}
