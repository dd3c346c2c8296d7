import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	latestPerMessage,
	mergeReports,
	reportsById,
} from '../../../../gateway/events/deliveryReport';
import type { DeliveryReport } from '../../../../gateway/events/deliveryReport';
import type { GatewayReply } from '../../../../gateway/replies/answer';
import { textsIn } from '../../../../gateway/replies/records';
import {
	checkCampaignName,
	checkExternalId,
	checkSwitch,
	InputError,
	NO_ID,
} from '../../../../gateway/values/checks';
import { MAX_REPORT_EXTERNAL_IDS } from '../../../../gateway/values/limits';
import { chunk, listOfIds, readId } from '../../../../gateway/values/lists';
import { readFoundReport } from '../../../events/feeds';
import { latestFirst, recordsOf } from '../../../output/replies';
import { executionOf } from '../../../texts/text';
import { call } from '../../operation';
import {
	resultLimit,
	returnAllFields,
	timeWindowFields,
	weekWindows,
} from '../../options/windowFields';
import { option, unlessEmpty } from '../../parameters/option';

/** The delivery reports of a reply (specification, dlr). */
const reportsIn = (reply: GatewayReply): IDataObject[] =>
	recordsOf(reply, (record) => ({ ...readFoundReport(record) }) as IDataObject);

/** Fields that a model does not need. */
const NOT_FOR_MODELS = [
	'eventId',
	'phoneInternational',
	'status',
	'operator',
	'sender',
	'executionId',
];

const latestOption = option({
	displayName: 'Latest per Message',
	name: 'latestPerMessage',
	type: 'boolean',
	default: true,
	description:
		'Whether to return only the last report of each message. A message may have several, e.g. sent first and delivered later.',
	read: unlessEmpty(checkSwitch),
});

/** The reports of all requests of an item, without duplicates from the minute that two windows share. */
function mergedReports(outputs: IDataObject[][], latestOnly: boolean): IDataObject[] {
	const reports = mergeReports(outputs as Array<Array<IDataObject & DeliveryReport>>);
	return latestOnly ? latestPerMessage(reports) : reports;
}

function idsIn(value: unknown, what: string, check: (id: string) => string): string[] {
	const ids = [...new Set(listOfIds(value).map(check))];
	if (ids.length === 0) throw new InputError(`is empty; enter at least one ${what}`);
	return ids;
}

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
	read: (value) => idsIn(value, 'shipment ID', (id) => readId(id)),
});

/** The delivery reports of all messages in a time window of any length (specification, dlrByDate). */
export const getByDate = call({
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
		latestOnly: parameters.option(latestOption) === true,
		campaign: parameters.option(campaignOption),
		shipments: parameters.option(shipmentsOption),
	}),
	entries: ({ windows }) => windows,
	body: ([window]) => ({ transactions: { external_id: NO_ID }, ...window }),
	replyFields: 'all',
	outputs: (reply) => [reportsIn(reply)],
	// Assumption: campaignOfReport
	merge(outputs, { latestOnly, campaign, shipments, most }) {
		const wanted = mergedReports(outputs, latestOnly).filter(({ shipmentId, other, eventId }) => {
			const isNamed = campaign === undefined || textsIn(other).includes(campaign);
			const isShipped = shipments?.includes(String(shipmentId)) !== false;
			// A reply without reports comes out unchanged; it has no event ID.
			return eventId === undefined || (isNamed && isShipped);
		});
		return latestFirst(wanted, 'date').slice(0, most);
	},
});

const readExternalIds = (value: unknown) => idsIn(value, 'external ID', checkExternalId);

const externalIds: INodeProperties = {
	displayName: 'External IDs',
	name: 'externalIds',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. order-1042, order-1043',
	description: 'The external IDs of the messages, separated by commas or line breaks',
	hint: 'The externalId of each recipient in the output of the send',
};

/** The delivery reports of single messages, for any number of external IDs (specification, dlr). */
export const getByExternalId = call({
	name: 'Get by External ID',
	value: 'getByExternalId',
	action: 'Get delivery reports by external ID',
	description: 'Get the delivery reports of single messages, by their external IDs',
	tool: {
		use: 'Find out whether a message was delivered, by the external ID it was sent with, such as an order number.',
		returns:
			'for each ID found, state (delivered, failed, blocked, expired, sentUnconfirmed or unknown), its meaning, whether it is final, and the date. found false: nothing is known of that ID in the time window. requested false: a report on another ID, which the service added.',
		omit: NOT_FOR_MODELS,
	},
	root: 'dlr',
	effect: 'read',
	fields: [externalIds, ...timeWindowFields],
	options: [latestOption],
	limit: MAX_REPORT_EXTERNAL_IDS,
	read: (parameters) => ({
		ids: parameters.checked('externalIds', readExternalIds),
		windows: weekWindows(parameters),
		latestOnly: parameters.option(latestOption) === true,
	}),
	entries: ({ ids, windows }) =>
		windows.flatMap((window) =>
			chunk(ids, MAX_REPORT_EXTERNAL_IDS).map((some) => ({ ids: some, window })),
		),
	weight: ({ ids }) => ids.length,
	settings: (_, { window }) => window,
	body: (lookups, { from, to }) => ({
		transactions: { external_id: [...new Set(lookups.flatMap(({ ids }) => ids))] },
		from,
		to,
	}),
	replyFields: 'all',
	outputs(reply, lookups) {
		const ids = lookups.flatMap((lookup) => lookup.ids);
		const { reports, others } = reportsById(reportsIn(reply), ids);
		return lookups.map((lookup, at) => [
			...new Set(lookup.ids.flatMap((id) => reports.get(id) ?? [])),
			// The first item also returns reports that match no requested ID, so that none is lost.
			...(at === 0 ? others : []),
		]);
	},
	merge(outputs, { ids, latestOnly }) {
		const { reports, others } = reportsById(mergedReports(outputs, latestOnly), ids);
		return [
			...ids.flatMap((id) => {
				const found = reports.get(id)?.map((report) => withNote(report, { found: true }));
				return found ?? [notFound(id)];
			}),
			...others.map((report) => withNote(report, { requested: false })),
		];
	},
});

// Assumption: noReportYet
/** Never sent with this ID, sent outside the window, or not reported yet: the gateway does not say which. */
const notFound = (externalId: string): IDataObject => ({
	externalId,
	state: 'unknown',
	meaning: 'No report in this time window',
	final: false,
	found: false,
	...executionOf(externalId),
});

/** Adds a field to a report, before the event ID, which people do not read. */
const withNote = ({ eventId, ...report }: IDataObject, note: IDataObject): IDataObject => ({
	...report,
	...note,
	eventId,
});
