import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes, webhookDescriptionFields } from 'n8n-workflow';

import { arrivalsOf, toEventItem } from '../events/arrival';
import { takeNew } from '../events/takeEvents';
import { checkSettings } from './checkSettings';
import { quietMs, toConversationItems } from './conversations';
import { triggerFields } from './triggerFields';
import { receivePush } from './receivePush';
import { triggerPanel } from './triggerPanel';

const PATH = '={{ $parameter["more"]["path"] || "" }}';

/** Newer versions of n8n 2 call the functions; earlier ones know only the templates. */
const NATIVE = webhookDescriptionFields as typeof webhookDescriptionFields | undefined;
const path = {
	template: PATH,
	resolve: ({ more }: INodeParameters) => (more as INodeParameters | undefined)?.path || '',
};

export class TextMeTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TextMe Trigger',
		name: 'textMeTrigger',
		icon: { light: 'file:../../icons/textme.svg', dark: 'file:../../icons/textme.dark.svg' },
		group: ['trigger'],
		version: [2],
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
			{
				name: 'default',
				httpMethod: 'POST',
				path: PATH,
				isFullPath: true,
				responseMode: 'onReceived',
				responseData: 'noData',
				...NATIVE?.({ path }),
			},
			// For a console that tests the address. If its name were `default`, n8n would register everything twice.
			{
				name: 'setup',
				httpMethod: 'GET,HEAD',
				path: PATH,
				isFullPath: true,
				ndvHideUrl: true,
				responseMode: 'onReceived',
				responseData: 'noData',
				...NATIVE?.({ path }),
			},
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
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				checkSettings(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receivePush.call(this);
	}

	/** n8n calls this with the output of `webhook()`. Only here can we look up duplicates in n8n's database. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const arrivals = arrivalsOf(this);
		const more = this.getNodeParameter('more', 0, {}) as IDataObject;
		const fresh = this.getMode() === 'manual' ? arrivals : await takeNew(this, arrivals);
		const taken = more.dropRepeats === false ? arrivals : fresh;
		const includeRaw = more.includeRaw === true;
		return [
			quietMs(more) === 0
				? taken.map((arrival) => toEventItem(arrival, includeRaw))
				: toConversationItems(taken, includeRaw),
		];
	}
}
