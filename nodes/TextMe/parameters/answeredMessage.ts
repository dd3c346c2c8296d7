import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeTypeAndVersion,
} from 'n8n-workflow';

import { pairKey, phoneKey } from '../../../gateway/phones/phone';

/** The incoming message behind an item, or why it is unknown: a reason that continues a sentence after "Reply". */
export type Answered = { message: IDataObject } | { unknown: string };

const TRIGGER = /\.textMe(Polling)?Trigger$/;

/** n8n's view of another node: all its output items, and the one that the current item comes from. */
interface OtherNode {
	isExecuted: boolean;
	item?: INodeExecutionData;
	all(): INodeExecutionData[];
}

/** The events that started a run. */
export interface Incoming {
	/** All of them by `eventId`, also delivery reports and opt-outs, which nobody can answer. */
	events: ReadonlyMap<unknown, IDataObject>;
	/** How many pairs of a person and a number they wrote to. Counts other events, too. */
	conversations: number;
	/** Each person's latest message, by phone. */
	latest: ReadonlyMap<string | undefined, IDataObject>;
	last: IDataObject | undefined;
}

/** The output of the TextMe trigger that started the workflow. Strangers can send hundreds, so a run reads it once. */
export function incomingOf(context: IExecuteFunctions): Incoming {
	const before = nodeBefore(context);
	const names = before === undefined ? [] : [context.getNode().name, before];
	const $ = nodesSeenFrom(context, 0);
	const trigger = names
		.flatMap((name) => context.getParentNodes(name))
		.filter(({ type }) => TRIGGER.test(type))
		.map(({ name }) => $(name))
		.find(({ isExecuted }) => isExecuted);
	const events = trigger?.all().map(({ json }) => json) ?? [];
	const messages = events.filter(({ event }) => event === 'incomingMessage');
	const pairs = events.map(({ phone, to }) => pairKey(String(phone), String(to)));
	return {
		events: new Map(events.map((event) => [event.eventId, event])),
		conversations: new Set(pairs).size,
		latest: new Map(messages.map((event) => [phoneKey(String(event.phone)), event])),
		last: messages.at(-1),
	};
}

/** For a tool, this is its agent or the node before the agent. */
const nodeBefore = (context: IExecuteFunctions) =>
	context.getExecuteData().source?.main?.[0]?.previousNode;

const nodesSeenFrom = (context: IExecuteFunctions, itemIndex: number) =>
	context.getWorkflowDataProxy(itemIndex).$ as unknown as (name: string) => OtherNode;

interface Run {
	context: IExecuteFunctions;
	isTool: boolean;
	readonly incoming: Incoming;
}

/**
 * Finds the incoming message behind an item. An item with `phone` and `to`, or with an event's `eventId`, names it. Otherwise
 * it is the message that n8n pairs the item with, because its `phone` may be that of somebody else, such as whom a send texted.
 * If n8n does not know, `phone` names the person, whose latest message we take. A model makes up a tool's item, and n8n always
 * pairs it with the first item. So a tool replies only if all messages are from one person.
 */
export function answeredMessage(run: Run, itemIndex: number, item: IDataObject): Answered {
	const { context, isTool } = run;
	if (!isTool && isMessage(item)) return { message: item };
	const { events, conversations, latest, last } = run.incoming;
	const own = isTool || item.eventId === undefined ? undefined : events.get(item.eventId);
	if (own) return { message: own };
	if (last && conversations === 1) return { message: last };
	if (isTool) {
		return {
			unknown: last
				? "cannot tell which of several events a model answers; set 'Executions' in the trigger to 'One for Each Conversation'"
				: 'needs a TextMe Trigger that starts the workflow, and an AI Agent of version 3 or newer',
		};
	}
	const paired = pairedMessage(context, nodesSeenFrom(context, itemIndex));
	if (paired && 'message' in paired) return paired;
	const ofPerson = isGiven(item.phone) ? latest.get(phoneKey(String(item.phone))) : undefined;
	return ofPerson ? { message: ofPerson } : (paired ?? { message: item });
}

const isGiven = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number';

/** Whether an item names a message: who wrote, and the number that they wrote to. */
const isMessage = ({ phone, to }: IDataObject): boolean => isGiven(phone) && isGiven(to);

/**
 * The message in the nearest output that the item comes from; undefined if there is none. Unknown if n8n paired items by index
 * on the way: the item may then come from another person's message.
 */
function pairedMessage(
	context: IExecuteFunctions,
	$: (name: string) => OtherNode,
): Answered | undefined {
	const before = nodeBefore(context);
	if (before === undefined) return undefined;
	const isOnTheWay = new Set([before, ...context.getParentNodes(before).map(({ name }) => name)]);
	// n8n lists the farthest node first.
	const nodes = context
		.getParentNodes(context.getNode().name, { includeNodeParameters: true })
		.filter(({ name }) => isOnTheWay.has(name))
		.reverse();
	for (const node of nodes) {
		const message = itemOf($(node.name));
		// An event of a trigger is a message even where its sender is withheld.
		if (message && (isMessage(message) || TRIGGER.test(node.type))) return { message };
		if (message && isPairedByIndex(node)) {
			return {
				unknown: `cannot tell whose message an item of '${node.name}' answers, because that node returns all items at once and n8n pairs them by their position; in it, keep the fields 'phone' and 'to' of the message, or return 'pairedItem' with each item`,
			};
		}
	}
	return undefined;
}

/** Undefined if the current item comes from no item of this node, or from several. */
function itemOf(node: OtherNode): IDataObject | undefined {
	try {
		return node.item?.json;
	} catch {
		return undefined;
	}
}

/** Nodes that return all items at once, in any order, each with the mode in which they handle items one by one. */
const AT_ONCE: Readonly<Record<string, string | undefined>> = {
	'n8n-nodes-base.code': 'runOnceForEachItem',
	'n8n-nodes-base.executeWorkflow': 'each',
	'n8n-nodes-base.function': undefined,
	'n8n-nodes-base.aiTransform': undefined,
	'@n8n/n8n-nodes-langchain.code': undefined,
};

/** Whether n8n pairs a node's items by index. Code that contains `pairedItem` pairs its items itself. */
const isPairedByIndex = ({ type, parameters = {} }: NodeTypeAndVersion): boolean =>
	Object.hasOwn(AT_ONCE, type) &&
	(AT_ONCE[type] === undefined || parameters.mode !== AT_ONCE[type]) &&
	!JSON.stringify(parameters).includes('pairedItem');
