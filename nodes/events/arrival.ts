import type {
	FunctionsBase,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { identity } from '../../gateway/events/eventId';
import { instantOf } from '../../gateway/values/dates';
import { PROCESS_ID } from '../memory/thisProcess';
import type { PushEvent } from './pushEvent';
import { UNKNOWN } from './pushEvent';

/** An event between `webhook()` or `poll()` and `execute()`, which may run in another process. */
export interface Arrival {
	event: PushEvent;
	/** The received fields, unchanged. */
	raw: IDataObject;
	process: string;
	/** Whether this is a sample for building a workflow. */
	sample?: boolean;
}

export const arrivalOf = (event: PushEvent, raw: IDataObject): Arrival => ({
	event,
	raw,
	process: PROCESS_ID,
});

/**
 * Distinguishes events in what one trigger has had. Reports of one external ID may share their event ID, which leaves the
 * phone out because listings in XML do.
 */
export const ownIdentity = ({ event }: Arrival): string =>
	identity(JSON.stringify([event.eventId, (event as { phone?: string }).phone]));

/** Pushes that wait in this process for the rest of their conversation. */
const held = new Set<string>();
const nameIn = (context: FunctionsBase, { event }: Arrival) =>
	`${context.getWorkflow().id} ${event.eventId}`;

/** Keeps polls from returning the same events while these pushes wait. */
export function hold(context: FunctionsBase, pushes: Arrival[]): void {
	for (const push of pushes) held.add(nameIn(context, push));
}

/** Undoes `hold` when the pushes go to the workflow. */
export function release(context: FunctionsBase, pushes: Arrival[]): void {
	for (const push of pushes) held.delete(nameIn(context, push));
}

/** Whether this process holds the push of a record. */
export const isHeld = (context: FunctionsBase, record: Arrival): boolean =>
	held.has(nameIn(context, record));

export const toArrivalItem = (arrival: Arrival): INodeExecutionData => ({
	json: { textMeArrival: arrival as unknown as IDataObject },
});

/** The arrivals in a trigger's input. A manual run's empty item contains none. */
export const arrivalsOf = (context: IExecuteFunctions): Arrival[] =>
	context
		.getInputData()
		.flatMap(({ json }) => (json.textMeArrival as unknown as Arrival | undefined) ?? []);

/** The first fields of the output, in this order. The event ID is last. */
const FIRST = ['event', 'sample', 'phone', 'state', 'date', 'message'];

/** How to recognise a value that other nodes can compare. On any other, such a node fails for all items. */
const COMPARABLE: ReadonlyArray<[string, (value: unknown) => boolean]> = [
	['date', (value) => instantOf(value as string) !== undefined],
	['status', (value) => typeof value === 'number'],
];

export function toEventItem(
	{ event, raw, sample }: Arrival,
	includeRaw: boolean,
): INodeExecutionData {
	const { eventId, ...read } = event;
	const fields: IDataObject = { ...read, ...(sample && { sample }) } as IDataObject;
	for (const [name, isComparable] of COMPARABLE) {
		const value = fields[name];
		if (value === undefined || isComparable(value)) continue;
		fields[name] = undefined;
		fields.other = { [name]: value, ...(fields.other as IDataObject | undefined) };
	}
	const json: IDataObject = {};
	for (const name of FIRST) if (name in fields) json[name] = fields[name];
	const hasRaw = includeRaw || event.event === UNKNOWN;
	return { json: { ...json, ...fields, ...(hasRaw ? { raw } : {}), eventId } };
}
