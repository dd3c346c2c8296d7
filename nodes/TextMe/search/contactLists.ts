import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Choice } from './records';
import { choicesOf, holds, readRecords } from './records';

// The fields of these records are not documented; the names are what the rest of the service calls them.
const FIELDS = { ids: ['id', 'cl_id', 'identifier'], names: ['name', 'cl_name', 'title'] };

const readContactLists = async (context: ILoadOptionsFunctions): Promise<Choice[]> =>
	choicesOf(await readRecords(context, 'getCL'), FIELDS);

/** The contact lists of the account by name, for a drop-down. */
export async function getContactLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return await readContactLists(this);
}

/** The contact lists whose name or ID contains what was typed. */
export async function searchContactLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return { results: (await readContactLists(this)).filter(holds(filter)) };
}
