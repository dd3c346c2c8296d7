import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { firstField, readRecords } from './records';

// The fields of these records are not documented; these are the names the service uses for a number elsewhere.
const NUMBER_FIELDS = ['phone', 'number', 'source', 'sender'];

/** The verified senders of the account that contain what was typed. */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const records = await readRecords(this, 'getVerifiedPhones');
	const senders = records.flatMap((record) => firstField(record, NUMBER_FIELDS) ?? []);
	return {
		results: [...new Set(senders)]
			.filter((name) => name.toLowerCase().includes(filter.toLowerCase()))
			.map((name) => ({ name, value: name })),
	};
}
