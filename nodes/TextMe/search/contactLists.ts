import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { firstField, readRecords } from './records';

// The fields of these records are not documented; the names are what the rest of the service calls them.
const ID_FIELDS = ['id', 'cl_id', 'identifier'];
const NAME_FIELDS = ['name', 'cl_name', 'title'];

/** The contact lists of the account by name, for a drop-down. */
export async function getContactLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const records = await readRecords(this, 'getCL');
	return records.flatMap((record) => {
		const id = firstField(record, ID_FIELDS);
		return id === undefined ? [] : [{ name: firstField(record, NAME_FIELDS) ?? id, value: id }];
	});
}

/** The contact lists whose name or ID contains what was typed. */
export async function searchContactLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const lists = await getContactLists.call(this);
	const typed = filter.toLowerCase();
	return {
		results: lists
			.map(({ name, value }) => ({ name, value: String(value) }))
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed)),
	};
}
