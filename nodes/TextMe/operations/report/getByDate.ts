import type { INodeProperties } from 'n8n-workflow';

import { InputError, NO_ID } from '../../../../gateway/checks';
import { list } from '../../../../gateway/lists';
import type { Window } from '../../../../gateway/windows';
import { DELIVERY_STATES } from '../../../shared/deliveryStates';
import { unlessEmpty } from '../../options/optionGroup';
import { resultLimit, returnAllFields, timeWindowFields, weekWindows } from '../../options/windows';
import type { Operation } from '../../operation';
import { isLatestOnly, latestOption, mergedReports, NOT_FOR_MODELS, reportsIn } from './reportsIn';

const states: INodeProperties = {
	displayName: 'States',
	name: 'states',
	type: 'multiOptions',
	options: DELIVERY_STATES,
	default: [],
	description: 'Only reports with one of these states. If left empty, all of them.',
};

interface Wanted {
	windows: Window[];
	/** The most reports to return. */
	most: number;
	states: string[];
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
	options: [latestOption, states],
	limit: 1,
	read: (parameters) => ({
		windows: weekWindows(parameters),
		most: resultLimit(parameters),
		states: parameters.option('states', readStates) ?? [],
		latestOnly: isLatestOnly(parameters),
	}),
	entries: ({ windows }) => windows,
	body: ([window]) => ({ transactions: { external_id: NO_ID }, ...window }),
	replyFields: 'all',
	outputs: (reply) => [reportsIn(reply)],
	merge: (outputs, { states: wanted, most, latestOnly }) =>
		mergedReports(outputs, latestOnly)
			.filter(({ state = wanted[0] }) => wanted.length === 0 || wanted.includes(String(state)))
			.slice(0, most),
};

const readStates = unlessEmpty((value: unknown) => list(value).map(checkState));

function checkState(state: string): string {
	if (DELIVERY_STATES.some(({ value }) => value === state)) return state;
	throw new InputError(
		`has "${state}", which is not a state; use ${DELIVERY_STATES.map(({ value }) => value).join(', ')}`,
	);
}
