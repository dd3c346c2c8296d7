import type { INodeProperties } from 'n8n-workflow';

import type { DateInput } from '../../../gateway/dates';
import { toInstant } from '../../../gateway/dates';
import type { Span } from '../../../gateway/reportWindow';
import { openWindow, reportWindows, windowSinceBeginning } from '../../../gateway/reportWindow';
import type { Window } from '../../../gateway/windows';
import type { Parameters } from '../parameters';

const from: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'dateTime',
	default: '',
	description: 'Start of the time window. A time without a time zone is Israel time.',
	hint: 'If left empty, seven days before the end',
};

const to: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'dateTime',
	default: '',
	description: 'End of the time window. A time without a time zone is Israel time.',
	hint: 'If left empty, now',
};

/** Start and end of the time that a report covers, of any length. */
export const timeWindowFields: INodeProperties[] = [from, to];

/** Start and end for a list that people expect to see as a whole. */
export const anyTimeFields: INodeProperties[] = [
	{ ...from, hint: 'If left empty, everything up to the end' },
	to,
];

/** The `from` and `to` of the gateway. Both fields may be empty. */
export const timeWindow = (parameters: Parameters): Window => readWindow(parameters, openWindow);

/** The `from` and `to` of the gateway, from the beginning if 'From' is empty. */
export const anyTime = (parameters: Parameters): Window =>
	readWindow(parameters, windowSinceBeginning);

/** Splits the time into windows of a week or less, because the gateway takes no longer ones (specification, Limits). */
export const weekWindows = (parameters: Parameters): Window[] =>
	parameters.fromFields(['from', 'to'], 'week windows', () =>
		readWindow(parameters, reportWindows),
	);

function readWindow<T>(parameters: Parameters, windowOf: (span: Span, now: number) => T): T {
	const span = {
		from: parameters.checked('from', instant),
		to: parameters.checked('to', instant),
	};
	// One time for all items, so that they can share requests.
	const now = parameters.fromFields([], 'now', () => Date.now());
	return parameters.check("The time from 'From' to 'To'", () => windowOf(span, now));
}

const instant = (value: DateInput | null | undefined): number | undefined =>
	value === '' || value === null || value === undefined ? undefined : toInstant(value);
