import type { FunctionsBase, IExecuteFunctions } from 'n8n-workflow';

import type { Recording } from '../memory/markList';
import { MarkList } from '../memory/markList';
import { mark } from '../memory/slots';
import { PROCESS_ID } from '../memory/thisProcess';
import type { Arrival } from './arrival';

/** `record`: a push or a poll has returned this record. `polled`: a poll has. */
const ofRecord = (record: string) => mark('record', record);
const ofPolled = (record: string) => mark('polled', record);

/**
 * Returns the polled events that are no duplicates of pushes. Without the other kind of trigger it marks nothing, because the
 * poll's own state knows what polls returned. Records have fewer details than pushes, so several events may share a record. A
 * polled event is a duplicate if only a push has returned its record; if a poll has, this is another event. A push is a
 * duplicate if a poll has returned its record.
 */
export async function takePolled(
	context: IExecuteFunctions,
	arrivals: Arrival[],
): Promise<Arrival[]> {
	if (!hasOtherTrigger(context)) return arrivals;
	const isPushed = (known: Set<string>, { records }: Arrival) =>
		records.some((record) => known.has(ofRecord(record)) && !known.has(ofPolled(record)));
	const marks = arrivals.flatMap(({ records }) =>
		records.flatMap((one) => [ofRecord(one), ofPolled(one)]),
	);
	const list = MarkList.of(context, 'workflow');
	const known = await take(context, list, arrivals, marks, (before) =>
		arrivals.filter((one) => isPushed(before, one)).flatMap(({ records }) => records.map(ofPolled)),
	);
	return arrivals.filter((one) => !isPushed(known, one));
}

/**
 * Returns the pushed events that are new to the workflow.
 * @param dropsRepeats whether to drop duplicate pushes
 */
export async function takePushed(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	dropsRepeats: boolean,
): Promise<Arrival[]> {
	const isBeside = hasOtherTrigger(context);
	if (!isBeside && !dropsRepeats) return arrivals;
	const list = MarkList.of(context, isBeside ? 'workflow' : 'node');
	const unique = dropsRepeats
		? [...new Map(arrivals.map((one) => [one.id, one])).values()]
		: arrivals;
	const marksOf = ({ id, records }: Arrival) => [
		...(dropsRepeats ? [id] : []),
		...(isBeside ? records.map(ofRecord) : []),
	];
	const known = await take(context, list, unique, unique.flatMap(marksOf));
	const open = unique.filter(({ id }) => !known.has(id));
	const maybe = open.flatMap(({ records }) => records).filter((one) => known.has(ofRecord(one)));
	const polled = await list.find(maybe.map(ofPolled));
	return open.filter(({ records }) => !records.some((one) => polled.has(ofPolled(one))));
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

/**
 * Marks events when an execution takes them, in one write, and returns the marks that existed before. For a person's retry of
 * an execution that was cut off, and for an execution that n8n's queue repeats, all marks count as new: the events do not come
 * again by themselves.
 */
async function take(
	context: IExecuteFunctions,
	list: MarkList,
	arrivals: Arrival[],
	marks: string[],
	undo?: Recording['undo'],
): Promise<Set<string>> {
	const isShared = arrivals.some(({ process }) => process !== PROCESS_ID);
	const execution = mark('execution', context.getExecutionId());
	const newTo = (known: Set<string>) =>
		context.getMode() === 'retry' || known.has(execution) ? new Set<string>() : known;
	const known = await list.record(isShared ? [...marks, execution] : marks, {
		undo: undo && ((before) => undo(newTo(before))),
		isShared,
	});
	return newTo(known);
}
