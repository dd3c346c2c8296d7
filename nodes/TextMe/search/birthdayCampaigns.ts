import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { choicesOf, holds, readRecords } from './records';

// The fields of these records are not documented; the names are what the rest of the service calls them.
const FIELDS = { ids: ['id', 'campaign_id'], names: ['campaign_name', 'name', 'message'] };

/** The birthday campaigns whose name, text or ID contains what was typed. */
export async function searchBirthdayCampaigns(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const records = await readRecords(this, 'get_birthday_campaigns');
	return { results: choicesOf(records, FIELDS).filter(holds(filter)) };
}
