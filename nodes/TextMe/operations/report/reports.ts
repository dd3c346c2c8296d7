import type { IDataObject } from 'n8n-workflow';

import {
	latestPerMessage,
	mergeReports,
	reportsById,
} from '../../../../gateway/events/deliveryReport';
import type { DeliveryReport } from '../../../../gateway/events/deliveryReport';
import type { GatewayReply } from '../../../../gateway/replies/answer';
import { checkExternalId, NO_ID } from '../../../../gateway/values/checks';
import { MAX_REPORT_EXTERNAL_IDS } from '../../../../gateway/values/limits';
import { atLeastOne, chunk, listOfIds, readId } from '../../../../gateway/values/lists';
import { splitWindow } from '../../../../gateway/values/windows';
import { readFoundReport } from '../../../events/feeds';
import { latestFirst, recordsOf } from '../../../output/replies';
import { executionOf } from '../../../texts/text';
import { call } from '../../operation';
import {
	readWindow,
	resultLimit,
	returnAllFields,
	timeWindowFields,
} from '../../options/windowFields';
import { requiredField, switchOption, textField } from '../../parameters/option';

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

const latestOption = switchOption({
	displayName: 'Latest per Message',
	name: 'latestPerMessage',
	description:
		'Whether to return only the last report of each message. A message may have several, e.g. sent first and delivered later.',
});

/** The reports of all requests of an item, without duplicates from the minute that two windows share. */
function mergedReports(outputs: IDataObject[][], latestOnly: boolean): IDataObject[] {
	const reports = mergeReports(outputs as Array<Array<IDataObject & DeliveryReport>>);
	return latestOnly ? latestPerMessage(reports) : reports;
}

const shipmentsOption = textField({
	displayName: 'Shipment IDs',
	name: 'shipmentIds',
	placeholder: 'e.g. 700123, 700124',
	description:
		'Return only the reports of these sends: one or several IDs, separated by commas or line breaks. The details of a send have its ID as shipmentId.',
	read: (ids: unknown) => atLeastOne(listOfIds(ids), 'shipment ID').map((id) => readId(id)),
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
	options: [latestOption, shipmentsOption],
	limit: 1,
	read: (parameters) => ({
		windows: readWindow(parameters, splitWindow),
		most: resultLimit(parameters),
		latestOnly: parameters.option(latestOption) === true,
		shipments: parameters.option(shipmentsOption),
	}),
	entries: ({ windows }) => windows,
	body: ([window]) => ({ transactions: { external_id: NO_ID }, ...window }),
	replyFields: 'all',
	outputs: (reply) => [reportsIn(reply)],
	merge(outputs, { latestOnly, shipments, most }) {
		const wanted = mergedReports(outputs, latestOnly).filter(
			// A reply without reports comes out unchanged; it has no event ID.
			({ shipmentId, eventId }) =>
				eventId === undefined || shipments?.includes(String(shipmentId)) !== false,
		);
		return latestFirst(wanted, 'date').slice(0, most);
	},
});

const externalIds = requiredField({
	displayName: 'External IDs',
	name: 'externalIds',
	placeholder: 'e.g. order-1042, order-1043',
	description: 'The external IDs of the messages, separated by commas or line breaks',
	hint: 'The externalId of each recipient in the details of the send',
	read: (ids: unknown) => atLeastOne(listOfIds(ids), 'external ID').map(checkExternalId),
});

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
		ids: parameters.field(externalIds),
		windows: readWindow(parameters, splitWindow),
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
