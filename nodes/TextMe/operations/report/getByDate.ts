import type { IDataObject } from 'n8n-workflow';

import { checkCampaignName, InputError, NO_ID } from '../../../../gateway/values/checks';
import { textsIn } from '../../../../gateway/replies/records';
import { listOfIds, readId } from '../../../../gateway/values/lists';
import type { Window } from '../../../../gateway/values/windows';
import {
	resultLimit,
	returnAllFields,
	timeWindowFields,
	weekWindows,
} from '../../options/windowFields';
import { latestFirst } from '../../../output/replies';
import { option } from '../../parameters/option';
import { call } from '../../operation';
import { isLatestOnly, latestOption, mergedReports, NOT_FOR_MODELS, reportsIn } from './reportsIn';

const campaignOption = option({
	displayName: 'Campaign Name',
	name: 'campaign',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring sale',
	description:
		'Return only the reports that name this campaign. Many services write no name into their reports: use Shipment IDs then.',
	read: checkCampaignName,
});

const shipmentsOption = option({
	displayName: 'Shipment IDs',
	name: 'shipmentIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 700123, 700124',
	description:
		'Return only the reports of these sends: one or several IDs, separated by commas or line breaks. The output of a send has its ID as shipmentId.',
	read: shipmentIds,
});

interface Wanted {
	windows: Window[];
	most: number;
	latestOnly: boolean;
	campaign: string | undefined;
	shipments: string[] | undefined;
}

/** The delivery reports of all messages in a time window of any length (specification, dlrByDate). */
export const getByDate = call<Wanted, Window>({
	name: 'Get by Date',
	value: 'getByDate',
	action: 'Get delivery reports by date',
	description:
		'Get the delivery reports of all messages sent in a time window, or of one campaign in it',
	tool: {
		use: 'Find out what became of the messages sent in a time window, for instance of those to one phone number.',
		returns:
			'for each message phone, externalId, state (delivered, failed, blocked, expired, sentUnconfirmed or unknown), its meaning, whether it is final, and the date.',
		omit: NOT_FOR_MODELS,
	},
	root: 'dlrByDate',
	effect: 'read',
	fields: [...timeWindowFields, ...returnAllFields],
	options: [campaignOption, latestOption, shipmentsOption],
	limit: 1,
	read: (parameters) => ({
		windows: weekWindows(parameters),
		most: resultLimit(parameters),
		latestOnly: isLatestOnly(parameters),
		campaign: parameters.option(campaignOption),
		shipments: parameters.option(shipmentsOption),
	}),
	entries: ({ windows }) => windows,
	body: ([window]) => ({ transactions: { external_id: NO_ID }, ...window }),
	replyFields: 'all',
	outputs: (reply) => [reportsIn(reply)],
	merge: (outputs, wanted) =>
		latestFirst(
			mergedReports(outputs, wanted.latestOnly).filter((report) => isWanted(report, wanted)),
			'date',
		).slice(0, wanted.most),
});

// Assumption: campaignOfReport
/** A reply without reports comes out unchanged; it has no event ID. */
function isWanted(report: IDataObject, { campaign, shipments }: Wanted): boolean {
	const { shipmentId, other, eventId } = report;
	const isNamed = campaign === undefined || textsIn(other).includes(campaign);
	const isShipped = shipments?.includes(String(shipmentId)) !== false;
	return eventId === undefined || (isNamed && isShipped);
}

function shipmentIds(value: unknown): string[] {
	const ids = listOfIds(value).map((id) => readId(id));
	if (ids.length === 0) throw new InputError('is empty; enter at least one shipment ID');
	return ids;
}
