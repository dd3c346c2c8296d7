import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { DateInput } from '../../../gateway/values/dates';
import { toInstant } from '../../../gateway/values/dates';
import type { Span, Window } from '../../../gateway/values/windows';
import { openWindow, splitWindow, windowSinceBeginning } from '../../../gateway/values/windows';
import { checkWholeNumber } from '../../../gateway/values/checks';
import type { GatewayTree, ReplyTree } from '../../../gateway/values/tree';
import { call } from '../operation';
import type { Operation, Shown } from '../operation';
import type { Parameters } from '../parameters/parameters';
import { latestFirst, recordsOf } from '../../output/replies';

const from: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'dateTime',
	default: '',
	description: 'Start of the time window, Israel time if it has no time zone',
	hint: 'If left empty, seven days before the end',
};

const to: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'dateTime',
	default: '',
	description: 'End of the time window, Israel time if it has no time zone',
	hint: 'If left empty, now',
};

export const timeWindowFields: INodeProperties[] = [from, to];

/** Start and end for a list that people expect to see whole. */
export const anyTimeFields: INodeProperties[] = [
	{ ...from, hint: 'If left empty, everything up to the end' },
	to,
];

/** The gateway's `from` and `to`. Both fields may be empty. */
export const timeWindow = (parameters: Parameters): Window => readWindow(parameters, openWindow);

/** The gateway's `from` and `to`; from the beginning if 'From' is empty. */
export const anyTime = (parameters: Parameters): Window =>
	readWindow(parameters, windowSinceBeginning);

/** Splits the time into windows of at most a week, the gateway's limit (specification, Limits). */
export const weekWindows = (parameters: Parameters): Window[] =>
	readWindow(parameters, splitWindow);

function readWindow<T>(parameters: Parameters, windowOf: (span: Span, now: number) => T): T {
	const span = {
		from: parameters.checked('from', instant),
		to: parameters.checked('to', instant),
	};
	// All items have the same end, so that they can share requests.
	return parameters.check("The time from 'From' to 'To'", () => windowOf(span, parameters.run.now));
}

const instant = (value: DateInput | null | undefined): number | undefined =>
	value === '' || value === null || value === undefined ? undefined : toInstant(value);

/** How many of a list's records to return. The gateway always sends all. */
export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

export const resultLimit = (parameters: Parameters): number =>
	parameters.get<boolean>('returnAll') ? Infinity : parameters.checked('limit', readLimit);

const readLimit = (limit: unknown) => checkWholeNumber(limit, 1);

interface Listing extends Omit<Shown, 'fields'> {
	root: string;
	fields?: INodeProperties[];
	/** Makes the request's body; default: empty. */
	read?(parameters: Parameters): GatewayTree;
	/** Makes a record's output; default: the record itself. */
	shape?(record: ReplyTree): IDataObject;
	/** The output field with a record's date, if it has one: the latest come first. */
	date?: string;
}

/** An operation that returns records, all or up to a limit. */
export const upToLimit = ({ fields = [], read, shape, date, ...operation }: Listing): Operation =>
	call<{ body: GatewayTree; most: number }>({
		...operation,
		effect: 'read',
		fields: [...fields, ...returnAllFields],
		read: (parameters) => ({ most: resultLimit(parameters), body: read?.(parameters) ?? {} }),
		body: ([{ body }]) => body,
		replyFields: 'all',
		outputs(reply, [{ most }]) {
			const records = recordsOf(reply, shape);
			return [(date === undefined ? records : latestFirst(records, date)).slice(0, most)];
		},
	});
