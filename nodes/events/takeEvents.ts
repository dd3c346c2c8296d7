import type { FunctionsBase, IExecuteFunctions } from 'n8n-workflow';

import { identity } from '../../gateway/events/eventId';
import { MarkList } from '../memory/markList';
import { Bounded, mark, SLOTS } from '../memory/slots';
import { PROCESS_ID } from '../memory/thisProcess';
import type { Arrival } from './arrival';
import { ownIdentity } from './arrival';
import { feedNamed } from './pushEvent';

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
	const isNew =
		isBeside || isShared
			? await takeFromList(context, unique, { isBeside, isShared })
			: takeFromMemory(context, unique);
	return context.getMode() === 'retry' ? unique : unique.filter(isNew);
}

type IsNew = (arrival: Arrival) => boolean;

function takeFromMemory(context: IExecuteFunctions, arrivals: Arrival[]): IsNew {
	const nameOf = (arrival: Arrival) =>
		JSON.stringify([context.getWorkflow().id, context.getNode().id, ownIdentity(arrival)]);
	const names = new Map(arrivals.map((one) => [one, nameOf(one)]));
	const known = new Set(arrivals.filter((one) => pushed.has(names.get(one) ?? '')));
	for (const name of names.values()) pushed.set(name, true);
	return (arrival) => !known.has(arrival);
}

/** Marks the events, and the execution where n8n's queue may repeat it, in one write of n8n's list. */
async function takeFromList(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	{ isBeside, isShared }: { isBeside: boolean; isShared: boolean },
): Promise<IsNew> {
	const list = MarkList.of(context, isBeside ? 'workflow' : 'node');
	const execution = mark('execution', context.getExecutionId());
	const marks = new Map(arrivals.map((one) => [one, marksOf(one, isBeside)]));
	const own = [...marks.values()].flatMap((one) => one.own);
	const known = await list.record(isShared ? [...own, execution] : own, {
		isShared,
		find: [...marks.values()].flatMap(({ others }) => others),
	});
	if (known.has(execution)) return () => true;
	return (arrival) => {
		const { own: [id = ''] = [], others = [] } = marks.get(arrival) ?? {};
		return ![id, ...others].some((one) => known.has(one));
	};
}

/**
 * The marks that an event sets, its ID first, and those by which it is known besides. A push has a whole number where its
 * record may have a masked one: what they share is marked apart, because two whole numbers may share it, too.
 */
function marksOf(arrival: Arrival, isBeside: boolean): { own: string[]; others: string[] } {
	const { event } = arrival;
	const isMasked = 'masked' in event && event.masked;
	// Of a masked number, all digits that it shows must match: its last two alone may be another person's.
	const listed = (feedNamed(event.event)?.listedIds?.(event) ?? [])
		.slice(0, isMasked ? 1 : undefined)
		.map(identity);
	const ofWhole = listed.map((id) => mark('whole', id));
	const ofMasked = listed.map((id) => mark('masked', id));
	const [own, others] = isMasked ? [ofMasked, ofWhole] : [ofWhole, ofMasked];
	const id = isBeside ? identity(event.eventId) : ownIdentity(arrival);
	return { own: [mark('event', id), ...own], others };
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
