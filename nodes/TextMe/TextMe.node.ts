import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { testCredential } from '../connection/testCredential';
import { withReview } from './agent/humanReview';
import { answerWebhooks, receiveAnswer, waitingTooltip } from '../answers/receiveAnswer';
import { describe } from './describe';
import { resources } from './operations';
import { executeOperation } from './execute/execute';
import {
	getContactLists,
	searchBirthdayCampaigns,
	searchContactLists,
	searchSenders,
} from './search';

export class TextMe implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'TextMe',
		name: 'textMe',
		icon: { light: 'file:../../icons/textme.svg', dark: 'file:../../icons/textme.dark.svg' },
		group: ['output'],
		version: [1],
		subtitle:
			'={{ ($parameter["resource"] + ": " + $parameter["operation"]).replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Send SMS and voice messages and manage a TextMe / 019 SMS account',
		defaults: { name: 'TextMe' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'textMeApi', required: true, testedBy: 'testCredential' }],
		builderHint: {
			searchHint:
				'SMS, voice messages and one-time codes (OTP, 2FA) through the TextMe / 019 SMS service of Israel. One text to one person or a few: SMS, Send. A different text for each item: SMS, Send Bulk, without a loop. To wait for an answer: SMS, Send and Wait for Response. Both steps of a phone check: OTP, Send and OTP, Verify.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-textme.textMeTrigger',
					relationHint: 'Starts a workflow by a reply, a delivery report or an opt-out',
				},
				{
					nodeType: 'n8n-nodes-textme.textMePollingTrigger',
					relationHint: 'The same where n8n cannot be reached from the internet',
				},
			],
		},
		// Only for Send and Wait for Response.
		webhooks: answerWebhooks,
		waitingNodeTooltip: waitingTooltip,
		// n8n says of every question for several items: "This action will run only once, for the first input item".
		hints: [
			{
				message:
					'The person of each item is asked. What n8n says about the first item does not apply to SMS replies.',
				displayCondition:
					'={{ $parameter["operation"] === "sendAndWait" && $parameter["responseType"] === "smsReply" && $input.all().length > 1 }}',
				whenToDisplay: 'afterExecution',
				location: 'outputPane',
			},
		],
		properties: describe(resources),
	};

	methods = {
		credentialTest: { testCredential },
		listSearch: { searchBirthdayCampaigns, searchContactLists, searchSenders },
		loadOptions: { getContactLists },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await withReview(this.getNode(), async () => await executeOperation(this))];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return receiveAnswer(this);
	}
}
