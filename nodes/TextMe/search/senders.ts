import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { findRecords, findTexts } from '../../../gateway/records';
import { firstField, readTree } from './records';

// The fields of these records are not documented; these are the names the service uses for a number elsewhere.
const NUMBER_FIELDS = ['phone', 'number', 'source', 'sender'];

/** The verified senders of the account that contain what was typed. */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const tree = await readTree(this, 'getVerifiedPhones');
	const numbers = findRecords(tree).flatMap((record) => firstField(record, NUMBER_FIELDS) ?? []);
	const senders = numbers.length > 0 ? numbers : findTexts(tree);
	return {
		results: [...new Set(senders)]
			.filter((name) => name.toLowerCase().includes(filter.toLowerCase()))
			.map((name) => ({ name, value: name })),
	};
}
