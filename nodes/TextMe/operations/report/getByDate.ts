import { NO_ID } from '../../../../gateway/checks';
import type { Window } from '../../../../gateway/windows';
import { resultLimit, returnAllFields, timeWindowFields, weekWindows } from '../../options/windows';
import type { Operation } from '../../operation';
import { isLatestOnly, latestOption, mergedReports, NOT_FOR_MODELS, reportsIn } from './reportsIn';

interface Wanted {
	windows: Window[];
	/** The most reports to return. */
	most: number;
	latestOnly: boolean;
}

/** The delivery reports of all messages sent in a time window of any length (specification, dlrByDate). */
export const getByDate: Operation<Wanted, Window> = {
	name: 'Get by Date',
	value: 'getByDate',
	action: 'Get delivery reports by date',
	description: 'Get the delivery reports of all messages sent in a time window',
	tool: {
		use: 'Find out what became of the messages sent in a time window, for instance of those to one phone number.',
		returns:
			'for each message phone, externalId, state (delivered, failed, blocked, expired, sentUnconfirmed or unknown), its meaning, whether it is final, and the date.',
		omit: NOT_FOR_MODELS,
	},
	root: 'dlrByDate',
	effect: 'read',
	fields: [...timeWindowFields, ...returnAllFields],
	options: [latestOption],
	limit: 1,
	read: (parameters) => ({
		windows: weekWindows(parameters),
		most: resultLimit(parameters),
		latestOnly: isLatestOnly(parameters),
	}),
	entries: ({ windows }) => windows,
	body: ([window]) => ({ transactions: { external_id: NO_ID }, ...window }),
	replyFields: 'all',
	outputs: (reply) => [reportsIn(reply)],
	merge: (outputs, { most, latestOnly }) => mergedReports(outputs, latestOnly).slice(0, most),
};
