import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Places } from '../../gateway/fields';
import { readRecord } from '../../gateway/fields';
import { groupBy } from '../../gateway/lists';
import { findRecords } from '../../gateway/records';
import { findsSender, senderForm } from '../../gateway/senderForms';
import { callGateway } from '../shared/request';
import { pathOf } from './parameters/optionPlaces';

/** A person waits for the drop-down, so the request gives up early and the error says so. */
const TIMEOUT_SECONDS = 6;

/**
 * The fields that may hold the ID and the name of a record, here and below. They are undocumented: the names are those of
 * similar fields elsewhere in the service.
 */
const CONTACT_LIST: Places = {
	id: ['clid', 'identifier', 'listid', 'groupid', 'key', 'contactlist', 'list', 'cl', 'value'],
	name: ['clname', 'title', 'listname', 'groupname', 'label'],
};

/** The contact lists of the account by name, for a drop-down. */
export async function getContactLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await choicesOf(this, 'getCL', CONTACT_LIST);
}

/** For a drop-down with a search: the choices whose name or ID contains what was typed. */
const searchOf = (root: string, places: Places) =>
	async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		const typed = filter.toLowerCase();
		const choices = await choicesOf(this, root, places);
		const isWanted = ({ name, value }: Choice) => `${name} ${value}`.toLowerCase().includes(typed);
		return { results: choices.filter(isWanted) };
	};

export const searchContactLists = searchOf('getCL', CONTACT_LIST);

export const searchBirthdayCampaigns = searchOf('get_birthday_campaigns', {
	id: ['campaignid', 'identifier', 'key', 'birthdaycampaign', 'campaign', 'value'],
	name: ['campaignname', 'title', 'label', 'message', 'text'],
});

const SENDER: Places = {
	number: ['phone', 'source', 'sender', 'verifiedphone', 'mobile', 'msisdn', 'key', 'value'],
};

/** The verified senders that a send can come from, in the form that it takes; found by a number in any spelling. */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const choices = await choicesOf(this, 'getVerifiedPhones', SENDER);
	const results = choices.flatMap(({ name, value }) => {
		const sender = senderForm(value);
		return sender !== undefined && findsSender(sender, filter) ? [{ name, value: sender }] : [];
	});
	return { results };
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
 * The records that a read without parameters lists, for the sub-account if the node acts for one. They are shown by name, or
 * by ID if they have no name; two of the same name are shown with their IDs. The first of `places` is the ID. Records without
 * an ID are left out.
 */
async function choicesOf(
	context: ILoadOptionsFunctions,
	root: string,
	places: Places,
): Promise<Choice[]> {
	const { tree } = await callGateway(context, {
		root,
		body: () => ({}),
		effect: 'read',
		timeoutSeconds: TIMEOUT_SECONDS,
		isAwaited: true,
		onBehalfOf: subAccountOf(context),
	});
	const [idPlace = ''] = Object.keys(places);
	const choices = findRecords(tree, 'choices').records.flatMap((record) => {
		const { get } = readRecord(record, places);
		const id = get(idPlace);
		return id === undefined ? [] : [{ name: get('name') ?? id, value: id }];
	});
	const once = [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()];
	const byName = groupBy(once, ({ name }) => name);
	return once.map(({ name, value }) => ({
		name: byName.get(name)?.length === 1 ? name : `${name} (${value})`,
		value,
	}));
}
