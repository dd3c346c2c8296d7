import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { checkExternalId, InputError } from '../../../../gateway/values/checks';
import { MAX_REPORT_EXTERNAL_IDS } from '../../../../gateway/values/limits';
import { chunk, listOfIds } from '../../../../gateway/values/lists';
import { reportsById } from '../../../../gateway/events/deliveryReport';
import type { Window } from '../../../../gateway/values/windows';
import { executionOf } from '../../../texts/text';
import { timeWindowFields, weekWindows } from '../../options/windowFields';
import { call } from '../../operation';
import { isLatestOnly, latestOption, mergedReports, NOT_FOR_MODELS, reportsIn } from './reportsIn';

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

interface Wanted {
	ids: string[];
	windows: Window[];
	latestOnly: boolean;
}

interface Lookup {
	ids: string[];
	window: Window;
}

/** The delivery reports of single messages, for any number of external IDs (specification, dlr). */
export const getByExternalId = call<Wanted, Lookup, Window>({
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
		ids: parameters.checked('externalIds', externalIdsIn),
		windows: weekWindows(parameters),
		latestOnly: isLatestOnly(parameters),
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

function externalIdsIn(value: unknown): string[] {
	const ids = [...new Set(listOfIds(value).map(checkExternalId))];
	if (ids.length === 0) throw new InputError('is empty; enter at least one external ID');
	return ids;
}
