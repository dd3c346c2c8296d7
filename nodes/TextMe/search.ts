import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { findRecords, findTexts } from '../../gateway/records';
import type { ReplyTree } from '../../gateway/tree';
import { callGateway } from '../shared/request';

/** A drop-down should not keep a person waiting longer than this. */
const TIMEOUT_SECONDS = 20;

// The fields of these records are not documented; the names are what the rest of the service calls them.
const CONTACT_LIST = { ids: ['id', 'cl_id', 'identifier'], names: ['name', 'cl_name', 'title'] };
const BIRTHDAY_CAMPAIGN = {
	ids: ['id', 'campaign_id'],
	names: ['campaign_name', 'name', 'message'],
};
const SENDER_NUMBER = ['phone', 'number', 'source', 'sender'];

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
	const tree = await readList(this, 'getVerifiedPhones');
	const numbers = findRecords(tree).flatMap((record) => firstField(record, SENDER_NUMBER) ?? []);
	const senders = numbers.length > 0 ? numbers : findTexts(tree);
	return {
		results: [...new Set(senders)]
			.filter((name) => name.toLowerCase().includes(filter.toLowerCase()))
			.map((name) => ({ name, value: name })),
	};
}

/** The reply of a read without parameters; about the sub-account when the node acts for one. */
async function readList(context: ILoadOptionsFunctions, root: string): Promise<ReplyTree> {
	const { tree } = await callGateway(context, {
		root,
		body: {},
		effect: 'read',
		timeoutSeconds: TIMEOUT_SECONDS,
		onBehalfOf: subAccountOf(context),
	});
	return tree;
}

function subAccountOf(context: ILoadOptionsFunctions): string | undefined {
	const username = context.getCurrentNodeParameter('options.onBehalfOf');
	// Without an input item no expression can be evaluated.
	return typeof username === 'string' && !username.startsWith('=') ? username.trim() : undefined;
}

interface Choice {
	name: string;
	value: string;
}

/**
 * Records by their name, with the ID where two have the same, or by their ID where they have no name. Records without an ID are
 * left out.
 */
function choicesOf(tree: ReplyTree, fields: { ids: string[]; names: string[] }): Choice[] {
	const choices = findRecords(tree).flatMap((record) => {
		const id = firstField(record, fields.ids);
		return id === undefined ? [] : [{ name: firstField(record, fields.names) ?? id, value: id }];
	});
	const times = new Map<string, number>();
	for (const { name } of choices) times.set(name, (times.get(name) ?? 0) + 1);
	return choices.map(({ name, value }) => ({
		name: (times.get(name) ?? 0) > 1 ? `${name} (${value})` : name,
		value,
	}));
}

/** The first of these fields that holds text. */
function firstField(record: ReplyTree, names: string[]): string | undefined {
	return names
		.map((name) => record[name])
		.find((value): value is string => typeof value === 'string' && value !== '');
}

/** Whether the name or the ID of a choice contains what was typed. */
function contains(typed: string): (choice: Choice) => boolean {
	const text = typed.toLowerCase();
	return ({ name, value }) => `${name} ${value}`.toLowerCase().includes(text);
}
