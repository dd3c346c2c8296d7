import type { INodeProperties } from 'n8n-workflow';

import { NO_ID } from '../../../../gateway/identifiers';
import { InputError } from '../../../../gateway/checks';
import { list } from '../../../../gateway/lists';
import type { Window } from '../../../../gateway/windows';
import { DELIVERY_STATES } from '../../../shared/deliveryStates';
import { resultLimit, returnAllFields } from '../../fields/returnAll';
import { timeWindowFields, weekWindows } from '../../fields/timeWindow';
import type { BatchOperation } from '../../operation';
import type { Parameters } from '../../parameters';
import { latestOption, mergedReports, NOT_FOR_MODELS, reportsIn } from './reportsIn';

const states: INodeProperties = {
	displayName: 'States',
	name: 'states',
	type: 'multiOptions',
	options: DELIVERY_STATES,
	default: [],
	description: 'Only reports with one of these states. If left empty, all of them.',
};

/** The delivery reports of all messages sent in a time window of any length (specification, dlrByDate). */
export const getByDate: BatchOperation<Window> = {
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
	entries(parameters) {
		// Only the output needs these; they are checked before the request.
		resultLimit(parameters);
		wantedStates(parameters);
		return weekWindows(parameters);
	},
	batchBody: ([window]) => ({ transactions: { external_id: NO_ID }, ...window }),
	replyFields: 'all',
	outputs: (reply) => [reportsIn(reply)],
	merge(outputs, parameters) {
		const wanted = wantedStates(parameters);
		return mergedReports(outputs, parameters)
			.filter(({ state = wanted[0] }) => wanted.length === 0 || wanted.includes(String(state)))
			.slice(0, resultLimit(parameters));
	},
};

const wantedStates = (parameters: Parameters): string[] =>
	parameters.checkedOption('states', (value) => list(value).map(checkState)) ?? [];

function checkState(state: string): string {
	if (DELIVERY_STATES.some(({ value }) => value === state)) return state;
	throw new InputError(
		`has "${state}", which is not a state; use ${DELIVERY_STATES.map(({ value }) => value).join(', ')}`,
	);
}
