import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { findRecords, readRecord } from '../../gateway/replies/records';
import { groupBy, split } from '../../gateway/values/lists';
import { canBeRepliedTo, findsSender, senderForm } from '../../gateway/phones/sender';
import { callGateway } from '../connection/request';
import { testCredential } from '../connection/testCredential';
import { answerWebhooks, receiveAnswer, waitingTooltip } from '../answers/question';
import { describe } from './describe';
import { resources } from './operations';
import { executeOperation } from './execute/execute';

/** Seconds. A person waits for the drop-down, so the request gives up early. */
const TIMEOUT_SECONDS = 6;

/**
 * Fields that may contain a record's ID and name. They are undocumented: these are the names of similar fields elsewhere in the
 * service.
 */
interface Names {
	id: string[];
	name: string[];
}

const CONTACT_LIST: Names = { id: ['id', 'cl_id'], name: ['name', 'cl_name'] };

async function getContactLists(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await choicesOf(this, 'getCL', CONTACT_LIST);
}

/** For a drop-down with search: the choices whose name or ID contains the typed text. */
const searchOf = (root: string, names: Names) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const typed = filter.toLowerCase();
		const choices = await choicesOf(this, root, names);
		const isWanted = ({ name, value }: Choice) => `${name} ${value}`.toLowerCase().includes(typed);
		return { results: choices.filter(isWanted) };
	};

const searchContactLists = searchOf('getCL', CONTACT_LIST);

const searchBirthdayCampaigns = searchOf('get_birthday_campaigns', {
	id: ['id', 'campaign_id'],
	name: ['name', 'campaign_name', 'message'],
});

const SENDER: Names = { id: ['phone', 'number', 'source'], name: [] };

/**
 * The verified senders, in the form that a send takes. Finds numbers in any spelling. They come first: nobody can reply to a
 * name.
 */
async function searchSenders(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const choices = await choicesOf(this, 'getVerifiedPhones', SENDER);
	const found = choices.flatMap(({ name, value }) => {
		const sender = senderForm(value);
		return sender !== undefined && findsSender(sender, filter) ? [{ name, value: sender }] : [];
	});
	const [numbers, names] = split(found, ({ value }) => canBeRepliedTo(value));
	return {
		results: [...numbers, ...names.map((each) => ({ ...each, name: `${each.name} (no replies)` }))],
	};
}

function subAccountOf(context: ILoadOptionsFunctions): string | undefined {
	const username = context.getCurrentNodeParameter('options.onBehalfOf');
	// Without an input item, n8n cannot evaluate an expression.
	return typeof username === 'string' && !username.startsWith('=') ? username.trim() : undefined;
}

interface Choice {
	name: string;
	value: string;
}

/**
 * The records that a request without parameters lists, for the sub-account if the node acts for one. Shows their names, or
 * their IDs if they have none; both if two have the same name. Leaves out records without an ID.
 */
async function choicesOf(
	context: ILoadOptionsFunctions,
	root: string,
	names: Names,
): Promise<Choice[]> {
	const { tree } = await callGateway(context, {
		root,
		body: () => ({}),
		effect: 'read',
		timeoutSeconds: TIMEOUT_SECONDS,
		isAwaited: true,
		onBehalfOf: subAccountOf(context),
	});
	const choices = findRecords(tree).records.flatMap((record) => {
		const { texts: fields } = readRecord(record);
		const [id] = names.id.flatMap((name) => fields.get(name) ?? []);
		const [title] = names.name.flatMap((name) => fields.get(name) ?? []);
		return id === undefined ? [] : [{ name: title ?? id, value: id }];
	});
	const once = [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()];
	const byName = groupBy(once, ({ name }) => name);
	return once.map(({ name, value }) => ({
		name: byName.get(name)?.length === 1 ? name : `${name} (${value})`,
		value,
	}));
}

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
		return [await executeOperation(this)];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return receiveAnswer(this);
	}
}
