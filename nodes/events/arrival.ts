import type {
	FunctionsBase,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { identity } from '../../gateway/events/eventId';
import { instantOf } from '../../gateway/values/dates';
import { Bounded, mark, PROCESS_ID, SLOTS } from '../memory/slots';
import { feedNamed, readEvent, UNKNOWN } from './pushEvent';
import type { PushEvent } from './feeds';
import { FEEDS } from './feeds';
import { MarkList } from '../memory/markList';

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
	identity(JSON.stringify([event.eventId, event.phone]));

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

/** Events to build a workflow with before a real one arrives: one per wanted feed. */
export const sampleArrivals = (isWanted: (event: PushEvent) => boolean): Arrival[] =>
	FEEDS.map((feed) => ({ event: readEvent(feed, feed.sample), raw: feed.sample }))
		.filter(({ event }) => isWanted(event))
		.map(({ event, raw }) => ({ ...arrivalOf(event, raw), sample: true }));

/** What push triggers have had in this process, where nobody else needs to know. */
const pushed = new Bounded<true>(SLOTS.pushes.most);

/**
 * Takes events for an execution. Returns those that are new to the workflow. For a person's retry of an execution that was cut
 * off, and for an execution that n8n's queue repeats, all are new: the events do not come again by themselves.
 */
export async function takeNew(context: IExecuteFunctions, arrivals: Arrival[]): Promise<Arrival[]> {
	const isBeside = hasOtherTrigger(context);
	// The poll's own state knows what polls have returned.
	if (!isBeside && /PollingTrigger$/.test(context.getNode().type)) return arrivals;
	const idOf = isBeside ? ({ event }: Arrival) => event.eventId : ownIdentity;
	const unique = [...new Map(arrivals.map((one) => [idOf(one), one])).values()];
	const isShared = unique.some(({ process }) => process !== PROCESS_ID);
	const known =
		isBeside || isShared
			? await takeFromList(context, unique, { isBeside, isShared })
			: takeFromMemory(context, unique);
	return context.getMode() === 'retry' ? unique : unique.filter((_, at) => !known[at]);
}

/** Says of each event whether this process knew it. */
function takeFromMemory(context: IExecuteFunctions, arrivals: Arrival[]): boolean[] {
	const trigger = [context.getWorkflow().id, context.getNode().id];
	const names = arrivals.map((one) => JSON.stringify([...trigger, ownIdentity(one)]));
	const known = names.map((name) => pushed.has(name));
	for (const name of names) pushed.set(name, true);
	return known;
}

/**
 * Says of each event whether n8n's list knew it. Marks the events, and the execution where n8n's queue may repeat it, in one
 * write.
 */
async function takeFromList(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	{ isBeside, isShared }: { isBeside: boolean; isShared: boolean },
): Promise<boolean[]> {
	const execution = mark('execution', context.getExecutionId());
	const marks = arrivals.map((one) => marksOf(one, isBeside));
	const known = await MarkList.of(context, isBeside ? 'workflow' : 'node').record(
		[...marks.flatMap(({ id, own }) => [id, ...own]), ...(isShared ? [execution] : [])],
		{ isShared, find: marks.flatMap(({ others }) => others) },
	);
	if (known.has(execution)) return [];
	return marks.map(({ id, others }) => [id, ...others].some((one) => known.has(one)));
}

/**
 * The marks that an event sets, `id` and `own`, and those by which it is known besides. A push has a whole number where its
 * record may have a masked one: what they share is marked apart, because two whole numbers may share it, too.
 */
function marksOf(arrival: Arrival, isBeside: boolean) {
	const { event } = arrival;
	// Of a masked number, all digits that it shows must match: its last two alone may be another person's.
	const listed = (feedNamed(event.event)?.listedIds?.(event) ?? [])
		.slice(0, event.masked ? 1 : undefined)
		.map(identity);
	const ofWhole = listed.map((id) => mark('whole', id));
	const ofMasked = listed.map((id) => mark('masked', id));
	return {
		id: mark('event', isBeside ? identity(event.eventId) : ownIdentity(arrival)),
		own: event.masked ? ofMasked : ofWhole,
		others: event.masked ? ofWhole : ofMasked,
	};
}

/** Whether a node after this trigger also follows the other kind of trigger. If so, both return the same events. */
function hasOtherTrigger(context: FunctionsBase): boolean {
	const { name, type } = context.getNode();
	return context
		.getChildNodes(name)
		.flatMap((child) => context.getParentNodes(child.name))
		.filter((node) => !node.disabled && /\.textMe(Polling)?Trigger$/.test(node.type))
		.some((node) => node.type !== type);
}
