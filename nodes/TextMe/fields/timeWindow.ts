import type { INodeProperties } from 'n8n-workflow';

import type { DateInput } from '../../../gateway/dates';
import { toInstant } from '../../../gateway/dates';
import type { Span } from '../../../gateway/reportWindow';
import { openWindow, reportWindow, windowSinceBeginning } from '../../../gateway/reportWindow';
import type { Window } from '../../../gateway/windows';
import type { Parameters } from '../parameters';

const from: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'dateTime',
	default: '',
	description:
		'Start of the time window. Seven days before its end when left empty. A time without a time zone is Israel time.',
};

const to: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'dateTime',
	default: '',
	description:
		'End of the time window. Now when left empty. A time without a time zone is Israel time.',
};

/** Start and end of what a report covers, any length. */
export const timeWindowFields: INodeProperties[] = [from, to];

/** The same for a list that people expect to see as a whole. */
export const anyTimeFields: INodeProperties[] = [
	{
		...from,
		description:
			'Start of the time window. Everything up to its end when left empty. A time without a time zone is Israel time.',
	},
	to,
];

/** The same where the gateway takes no more than a week (specification, Limits). */
export const weekWindowFields: INodeProperties[] = [
	from,
	{ ...to, description: `${to.description} At most seven days after the start.` },
];

/** The `from` and `to` of the gateway from fields that may both be empty. */
export const timeWindow = (parameters: Parameters): Window => readWindow(parameters, openWindow);

/** The same, from the beginning when no start is given. */
export const anyTime = (parameters: Parameters): Window =>
	readWindow(parameters, windowSinceBeginning);

/** The same, refused when it is longer than a week. */
export const weekWindow = (parameters: Parameters): Window => readWindow(parameters, reportWindow);

function readWindow(parameters: Parameters, windowOf: (span: Span, now: number) => Window): Window {
	const span = {
		from: parameters.checked('from', instant),
		to: parameters.checked('to', instant),
	};
	return parameters.check("The time from 'From' to 'To'", () => windowOf(span, Date.now()));
}

const instant = (value: DateInput | null | undefined): number | undefined =>
	value === '' || value === null || value === undefined ? undefined : toInstant(value);
