import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { findRecords, readFields } from '../../gateway/replies/records';
import { groupBy, split } from '../../gateway/values/lists';
import { canBeRepliedTo, findsSender, senderForm } from '../../gateway/phones/sender';
import { callGateway } from '../connection/request';

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

export async function getContactLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
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

export const searchContactLists = searchOf('getCL', CONTACT_LIST);

export const searchBirthdayCampaigns = searchOf('get_birthday_campaigns', {
	id: ['id', 'campaign_id'],
	name: ['name', 'campaign_name', 'message'],
});

const SENDER: Names = { id: ['phone', 'number', 'source'], name: [] };

/**
 * The verified senders, in the form that a send takes. Finds numbers in any spelling. They come first: nobody can reply to a
 * name.
 */
export async function searchSenders(
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
		const fields = readFields(record);
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
