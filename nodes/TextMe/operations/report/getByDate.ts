import type { INodeProperties } from 'n8n-workflow';

import type { DeliveryState } from '../../../../gateway/deliveryStatus';
import { InputError } from '../../../../gateway/inputError';
import type { GatewayTree } from '../../../../gateway/tree';
import { resultLimit, returnAllFields } from '../../fields/returnAll';
import { weekWindow, weekWindowFields } from '../../fields/timeWindow';
import { list } from '../../list';
import type { ItemOperation } from '../../operation';
import type { Parameters } from '../../parameters';
import { reportsIn } from './reportsIn';

const STATES: Array<{ name: string; value: DeliveryState }> = [
	{ name: 'Blocked', value: 'blocked' },
	{ name: 'Delivered', value: 'delivered' },
	{ name: 'Expired', value: 'expired' },
	{ name: 'Not Delivered', value: 'failed' },
	{ name: 'Sent, Not Confirmed', value: 'sentUnconfirmed' },
	{ name: 'Unknown', value: 'unknown' },
];

const states: INodeProperties = {
	displayName: 'States',
	name: 'states',
	type: 'multiOptions',
	options: STATES,
	default: [],
	description: 'Only reports with one of these states. All of them when left empty.',
};

/** What the specification has `transactions` hold here, where it filters nothing. */
const ANY_ID = 'null';

/** What became of everything the account sent in a time window (specification, dlrByDate). */
export const getByDate: ItemOperation = {
	name: 'Get by Date',
	value: 'getByDate',
	action: 'Get delivery reports by date',
	description: 'Read what became of all messages that were sent in a time window',
	root: 'dlrByDate',
	effect: 'read',
	fields: [...weekWindowFields, ...returnAllFields],
	options: [states],
	body(parameters): GatewayTree {
		// What is only needed for the output is checked here, before anything is asked.
		resultLimit(parameters);
		wantedStates(parameters);
		return { transactions: { external_id: ANY_ID }, ...weekWindow(parameters) };
	},
	output({ tree }, _, parameters) {
		const wanted = wantedStates(parameters);
		return reportsIn(tree)
			.filter(({ state }) => wanted.length === 0 || wanted.includes(state))
			.slice(0, resultLimit(parameters))
			.map((report) => ({ ...report }));
	},
};

const wantedStates = (parameters: Parameters): string[] =>
	parameters.checkedOption('states', (value) => list(value).map(checkState)) ?? [];

function checkState(state: string): string {
	if (STATES.some(({ value }) => value === state)) return state;
	throw new InputError(
		`has "${state}", which no report can be; use ${STATES.map(({ value }) => value).join(', ')}`,
	);
}
