import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { DateInput } from '../../../gateway/values/dates';
import { isEmpty } from '../../../gateway/values/checks';
import { toInstant } from '../../../gateway/values/dates';
import type { Span } from '../../../gateway/values/windows';
import type { GatewayTree, ReplyTree } from '../../../gateway/values/tree';
import { call } from '../operation';
import type { Operation, Shown } from '../operation';
import { numberField } from '../parameters/option';
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

/** The gateway's `from` and `to`, or several of them. Both fields may be empty. */
export function readWindow<T>(parameters: Parameters, windowOf: (span: Span, now: number) => T): T {
	const span = {
		from: parameters.checked('from', instant),
		to: parameters.checked('to', instant),
	};
	// All items have the same end, so that they can share requests.
	return parameters.check("The time from 'From' to 'To'", () => windowOf(span, parameters.run.now));
}

const instant = (value: DateInput): number | undefined =>
	isEmpty(value) ? undefined : toInstant(value);

const limitField = numberField({
	displayName: 'Limit',
	name: 'limit',
	min: 1,
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

/** How many of a list's records to return. The gateway always sends all. */
export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	limitField,
];

export const resultLimit = (parameters: Parameters): number =>
	parameters.get<boolean>('returnAll') ? Infinity : parameters.field(limitField);

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
