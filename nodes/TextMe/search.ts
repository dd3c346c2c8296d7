import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Places } from '../../gateway/fields';
import { readRecord } from '../../gateway/fields';
import { findRecords } from '../../gateway/records';
import type { ReplyTree } from '../../gateway/tree';
import { callGateway } from '../shared/request';
import { pathOf } from './options/groups';

/** A person waits for the drop-down, so the request gives up early and the error says so. */
const TIMEOUT_SECONDS = 6;

/**
 * The fields that may hold the ID and the name of a record. They are undocumented: the names are those of similar fields
 * elsewhere in the service.
 */
const CONTACT_LIST: Places = {
	id: ['clid', 'identifier', 'listid', 'groupid', 'key', 'contactlist', 'list', 'cl', 'value'],
	name: ['clname', 'title', 'listname', 'groupname', 'label'],
};
const BIRTHDAY_CAMPAIGN: Places = {
	id: ['campaignid', 'identifier', 'key', 'birthdaycampaign', 'campaign', 'value'],
	name: ['campaignname', 'title', 'label', 'message', 'text'],
};
const SENDER: Places = {
	number: ['phone', 'source', 'sender', 'verifiedphone', 'mobile', 'msisdn', 'key', 'value'],
};

/** The contact lists of the account by name, for a drop-down. */
export async function getContactLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return choicesOf(await readList(this, 'getCL'), CONTACT_LIST);
}

/** The contact lists whose name or ID contains what was typed. */
export async function searchContactLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const choices = choicesOf(await readList(this, 'getCL'), CONTACT_LIST);
	return { results: choices.filter(contains(filter)) };
}

/** The birthday campaigns whose name, text or ID contains what was typed. */
export async function searchBirthdayCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const choices = choicesOf(await readList(this, 'get_birthday_campaigns'), BIRTHDAY_CAMPAIGN);
	return { results: choices.filter(contains(filter)) };
}

/** The verified senders of the account that contain what was typed. */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const choices = choicesOf(await readList(this, 'getVerifiedPhones'), SENDER);
	const senders = new Map(choices.map((choice) => [choice.value, choice]));
	return { results: [...senders.values()].filter(contains(filter)) };
}

/** The reply of a read without parameters, for the sub-account if the node acts for one. */
async function readList(context: ILoadOptionsFunctions, root: string): Promise<ReplyTree> {
	const { tree } = await callGateway(context, {
		root,
		body: {},
		effect: 'read',
		timeoutSeconds: TIMEOUT_SECONDS,
		isAwaited: true,
		onBehalfOf: subAccountOf(context),
	});
	return tree;
}

function subAccountOf(context: ILoadOptionsFunctions): string | undefined {
	const username = context.getCurrentNodeParameter(pathOf('onBehalfOf'));
	// Without an input item no expression can be evaluated.
	return typeof username === 'string' && !username.startsWith('=') ? username.trim() : undefined;
}

interface Choice {
	name: string;
	value: string;
}

/**
 * The records as choices, shown by name, or by ID if they have no name; two of the same name are shown with their IDs. The
 * first of `places` is the ID. Records without an ID are left out.
 */
function choicesOf(tree: ReplyTree, places: Places): Choice[] {
	const [idPlace = ''] = Object.keys(places);
	const choices = findRecords(tree, 'choices').records.flatMap((record) => {
		const { get } = readRecord(record, places);
		const id = get(idPlace);
		return id === undefined ? [] : [{ name: get('name') ?? id, value: id }];
	});
	const values = new Map<string, Set<string>>();
	for (const { name, value } of choices) {
		values.set(name, (values.get(name) ?? new Set()).add(value));
	}
	return choices.map(({ name, value }) => ({
		name: (values.get(name)?.size ?? 0) > 1 ? `${name} (${value})` : name,
		value,
	}));
}

/** Whether the name or the ID of a choice contains what was typed. */
function contains(typed: string): (choice: Choice) => boolean {
	const text = typed.toLowerCase();
	return ({ name, value }) => `${name} ${value}`.toLowerCase().includes(text);
}
