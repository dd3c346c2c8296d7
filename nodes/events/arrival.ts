import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { instantOf } from '../../gateway/dates';
import { nthIdentity, ofAccount } from '../../gateway/eventId';
import { PROCESS_ID } from '../memory/thisProcess';
import type { PushEvent } from './pushEvent';
import { exactIdentity, identitiesOfRecords, UNKNOWN } from './pushEvent';

/** An event on its way from `webhook()` or `poll()`, which may run in one process, to `execute()`, perhaps in another. */
export interface Arrival {
	event: PushEvent;
	/** The fields as they came. */
	raw: IDataObject;
	process: string;
	/** When it came, in milliseconds; of a poll, the date of the event. */
	at: number;
	/** What tells it from every other event. */
	id: string;
	/** The identities that a record of a pushed event may have; of a polled one its own, shared by those nothing tells apart. */
	records: string[];
	isPolled: boolean;
	/** Of a push that was answered at once: see `pace`. */
	ticket?: string;
	/** The id of the conversation it has joined in its process. */
	conversation?: string;
	/** Not an event: made up to build a workflow with. */
	sample?: boolean;
}

/** When the event happened, in milliseconds since 1970; undefined when it does not say. */
export const dateOf = ({ event }: Pick<Arrival, 'event'>): number | undefined =>
	instantOf(event.date);

/** @param nodeId of the trigger that was pushed to: two of them in a workflow may serve two accounts */
export function pushArrival(event: PushEvent, raw: IDataObject, nodeId: string): Arrival {
	const common = { event, raw, process: PROCESS_ID, at: Date.now(), isPolled: false };
	const id = ofAccount(exactIdentity(event, raw), nodeId);
	return { ...common, id, records: identitiesOfRecords(event, raw) };
}

/**
 * Arrivals of the records of one reply, in their order. Records that nothing tells apart are told by their number.
 * @param account whose events these are: several accounts may be polled in one workflow
 */
export function polledArrivals(
	polled: Array<{ event: PushEvent; raw: IDataObject }>,
	account: string,
): Arrival[] {
	const counts = new Map<string, number>();
	return polled.map(({ event, raw }) => {
		const exact = exactIdentity(event, raw);
		const n = (counts.get(exact) ?? 0) + 1;
		counts.set(exact, n);
		const id = ofAccount(nthIdentity(exact, n), account);
		const common = { event, raw, process: PROCESS_ID, isPolled: true };
		// A record is as good a hundred days later as today: it never gets too old to be recognised.
		// Records have no seconds as far as is known; those that do are the same to a push.
		const [record = exact] = identitiesOfRecords(event, raw);
		return { ...common, at: dateOf({ event }) ?? 0, id, records: [record] };
	});
}

export const toArrivalItem = (arrival: Arrival): INodeExecutionData => ({
	json: { textMeArrival: arrival as unknown as IDataObject },
});

/** undefined for an item that did not come from a trigger of ours, as the empty one of a manual run. */
export function arrivalOf({ json }: INodeExecutionData): Arrival | undefined {
	return json.textMeArrival as unknown as Arrival | undefined;
}

/** What people look for in an event, in this order; its id comes last. */
const FIRST = ['event', 'phone', 'state', 'date', 'message'];

/** What the workflow gets. */
export function toEventItem({ event, raw }: Arrival, includeRaw: boolean): INodeExecutionData {
	const { eventId, ...fields } = event;
	const first = FIRST.filter((name) => name in fields);
	const json: IDataObject = Object.fromEntries(
		[...first, ...Object.keys(fields)].map((name) => [name, (fields as IDataObject)[name]]),
	);
	const hasRaw = includeRaw || event.event === UNKNOWN;
	return { json: { ...json, ...(hasRaw ? { raw } : {}), eventId } };
}
