import type {
	FunctionsBase,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { instantOf } from '../../gateway/values/dates';
import { nthIdentity, ofAccount } from '../../gateway/events/eventId';
import type { ReplyTree } from '../../gateway/values/tree';
import { givingTurns, PROCESS_ID } from '../memory/thisProcess';
import type { Feed } from './feeds/feed';
import type { PushEvent } from './pushEvent';
import { identitiesOf, readEvent, UNKNOWN } from './pushEvent';

/** An event between `webhook()` or `poll()` and `execute()`, which may run in another process. */
export interface Arrival {
	event: PushEvent;
	/** The received fields, unchanged. */
	raw: IDataObject;
	process: string;
	/** When a push arrived, or a polled event's date (milliseconds since 1970). */
	at: number;
	/** Unique to the event. */
	id: string;
	/** Matches a push with its record. For a push: all identities that its record may have. For a record: its own. */
	records: string[];
	isPolled: boolean;
	/** Whether this is a sample for building a workflow. */
	sample?: boolean;
}

/** When the event happened (milliseconds since 1970); undefined without a readable date. */
export const dateOf = ({ event }: Pick<Arrival, 'event'>): number | undefined =>
	instantOf(event.date);

/** @param nodeId of the receiving trigger: two triggers of a workflow may serve two accounts */
export function pushArrival(event: PushEvent, raw: IDataObject, nodeId: string): Arrival {
	const common = { event, raw, process: PROCESS_ID, at: Date.now(), isPolled: false };
	const { exact, ofRecords: records } = identitiesOf(event, raw);
	return { ...common, id: ofAccount(exact, nodeId), records };
}

/**
 * The records of one reply as arrivals, in order. Equal records are numbered.
 * @param account the polled account: a workflow may poll several
 */
export async function polledArrivals(
	feed: Feed,
	records: ReplyTree[],
	account: string,
): Promise<Arrival[]> {
	const counts = new Map<string, number>();
	const arrivals: Arrival[] = [];
	// A campaign has tens of thousands. Without turns, reading them would stop n8n for seconds.
	for await (const raw of givingTurns(records)) {
		const event = readEvent(feed, raw);
		// Records usually have no seconds. One that has them must match its push too.
		const {
			exact,
			ofRecords: [record = exact],
		} = identitiesOf(event, raw);
		const n = (counts.get(exact) ?? 0) + 1;
		counts.set(exact, n);
		const id = ofAccount(nthIdentity(exact, n), account);
		const common = { event, raw: raw as IDataObject, process: PROCESS_ID, isPolled: true };
		arrivals.push({ ...common, at: dateOf({ event }) ?? 0, id, records: [record] });
	}
	return arrivals;
}

/** By workflow: records of pushes that wait in this process for the rest of their conversation. */
const held = new Set<string>();
const namesIn = (context: FunctionsBase, { records }: Arrival) =>
	records.map((record) => `${context.getWorkflow().id} ${record}`);

/** Keeps polls from returning the same events while these pushes wait. */
export function hold(context: FunctionsBase, pushes: Arrival[]): void {
	for (const push of pushes) for (const name of namesIn(context, push)) held.add(name);
}

/** Undoes `hold` when the pushes go to the workflow. */
export function release(context: FunctionsBase, pushes: Arrival[]): void {
	for (const push of pushes) for (const name of namesIn(context, push)) held.delete(name);
}

/** Whether this process holds the push of a record. */
export const isHeld = (context: FunctionsBase, record: Arrival): boolean =>
	namesIn(context, record).some((name) => held.has(name));

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
