import type { IConnection, IDataObject, IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';

import { pairKey, phoneKey } from '../../../gateway/phones/phone';
import { textsIn } from '../../../gateway/replies/readFields';
import type { OtherNode } from './otherNodes';
import { itemOf, nodesSeenFrom, runsOf } from './otherNodes';

/** The incoming message behind an item, or why it is unknown: a reason that continues a sentence after "Reply". */
export type Answered = { message: IDataObject } | { unknown: string };

const TRIGGER = /\.textMe(Polling)?Trigger$/;
const OURS = /\.textMe$/;

/** The events that started a run. */
export interface Incoming {
	/** All of them by `eventId`, also delivery reports and opt-outs, which nobody can answer. */
	events: ReadonlyMap<unknown, IDataObject>;
	/** How many pairs of a person and a number they wrote to. Counts other events, too. */
	conversations: number;
	/** Each person's latest message, by phone. */
	latest: ReadonlyMap<string | undefined, IDataObject>;
	last: IDataObject | undefined;
	/** The nodes between the trigger and this node, and the trigger: the nearest first. */
	nodes: readonly NodeTypeAndVersion[];
	/** The agents behind which n8n may pair items with the wrong ones. */
	lostBehind: readonly string[];
}

/** The output of the TextMe trigger that started the workflow. Strangers can send hundreds, so a run reads it once. */
export function incomingOf(context: IExecuteFunctions): Incoming {
	const $ = nodesSeenFrom(context, 0);
	const trigger = [context.getNode().name, ...nodeBefore(context)]
		.flatMap((name) => context.getParentNodes(name))
		.filter(({ type }) => TRIGGER.test(type))
		.map(({ name }) => $(name))
		.find(({ isExecuted }) => isExecuted);
	const events = trigger?.all()?.map(({ json }) => json) ?? [];
	const messages = events.filter(({ event }) => event === 'incomingMessage');
	const nodes = nodesOnTheWay(context);
	const pairs = events.map(({ phone, to }) => pairKey(String(phone), String(to)));
	return {
		events: new Map(events.map((event) => [event.eventId, event])),
		conversations: new Set(pairs).size,
		latest: new Map(messages.map((event) => [phoneKey(String(event.phone)), event])),
		last: messages.at(-1),
		nodes,
		lostBehind: agentsWithLostItems(context, $, nodes),
	};
}

/** For a tool, this is its agent or the node before the agent. */
const nodeBefore = (context: IExecuteFunctions): string[] =>
	[context.getExecuteData().source?.main?.[0]?.previousNode ?? []].flat();

interface Run {
	context: IExecuteFunctions;
	isTool: boolean;
	readonly incoming: Incoming;
}

/**
 * Finds the incoming message behind an item. An item with an event's `eventId`, or with `phone` and `to`, names it. If it has only
 * the `phone` of a person who wrote, we take that person's latest message; behind a node of ours, whose `phone` is whom that node
 * texted, and where nobody with this phone wrote, the message that n8n pairs the item with. Behind an agent that loses its items,
 * an item may name the wrong one of several people who wrote, so it is refused. A model makes up a tool's item, and n8n always
 * pairs it with the first item. So a tool replies only if all messages are from one person.
 */
export function answeredMessage(run: Run, itemIndex: number, item: IDataObject): Answered {
	const { context, isTool, incoming } = run;
	const { conversations, latest, last, nodes, lostBehind } = incoming;
	const only = conversations === 1 && last ? { message: last } : undefined;
	if (isTool) {
		return (
			only ?? {
				unknown: last
					? "cannot tell which of several events a model answers; set 'Executions' in the trigger to 'One for Each Conversation'"
					: 'needs a TextMe Trigger that starts the workflow, and an AI Agent of version 3 or newer',
			}
		);
	}
	const named = namedMessage(incoming, item);
	if (named && lostBehind.length === 0) return { message: named };
	const $ = nodesSeenFrom(context, itemIndex);
	const agent = lostBehind.find((name) => itemOf($(name)));
	// There, also an expression may name the wrong one of those who wrote, but nobody else.
	if (agent !== undefined && (!named || latest.has(phoneKey(String(named.phone))))) {
		return only ?? { unknown: lostBy(agent) };
	}
	if (named) return { message: named };
	const paired = pairedMessage($, nodes);
	const phone = isGiven(item.phone) ? phoneKey(String(item.phone)) : undefined;
	const ofPerson = nodes.some(({ type }) => OURS.test(type)) ? undefined : latest.get(phone);
	const isOfPerson =
		paired && 'message' in paired && phoneKey(String(paired.message.phone)) === phone;
	if (ofPerson && !isOfPerson) return { message: ofPerson };
	if (paired && 'message' in paired) return paired;
	return only ?? paired ?? { message: item };
}

/** The message that an item names by its fields. */
const namedMessage = ({ events }: Incoming, item: IDataObject): IDataObject | undefined =>
	(item.eventId === undefined ? undefined : events.get(item.eventId)) ??
	(isMessage(item) ? item : undefined);

const isGiven = (value: unknown) =>
	(typeof value === 'string' && value.trim() !== '') || typeof value === 'number';

/**
 * Whether an item names a message: who wrote, and the number that they wrote to. With `accepted`, it comes from a send, and its
 * `phone` is whom that send texted.
 */
const isMessage = ({ phone, to, accepted }: IDataObject): boolean =>
	isGiven(phone) && isGiven(to) && accepted === undefined;

function nodesOnTheWay(context: IExecuteFunctions): NodeTypeAndVersion[] {
	const isOnTheWay = new Set(
		nodeBefore(context).flatMap((before) => [
			before,
			...context.getParentNodes(before).map(({ name }) => name),
		]),
	);
	// In a loop, this node comes before itself.
	isOnTheWay.delete(context.getNode().name);
	// n8n lists the farthest node first.
	return context
		.getParentNodes(context.getNode().name, { includeNodeParameters: true })
		.filter(({ name }) => isOnTheWay.has(name))
		.reverse();
}

/** Has the nodes that are connected to another one (n8n-core, `NodeExecutionContext`). */
interface Connected {
	getConnections?(to: { name: string }, type: 'main' | 'ai_tool'): Array<IConnection[] | null>;
}

/**
 * Once an agent has used a tool, n8n forgets the output and the run of the node that it got its items from (n8n 2.41.1,
 * `requests-response.ts`). That does no harm if a single node leads to the agent, by its first output, and has run as often.
 * Before version 3, an agent uses its tools itself.
 */
function agentsWithLostItems(
	context: IExecuteFunctions & Connected,
	$: (name: string) => OtherNode,
	nodes: readonly NodeTypeAndVersion[],
): string[] {
	const into = (name: string, type: 'main' | 'ai_tool') =>
		(context.getConnections?.({ name }, type) ?? []).flatMap((connections) => connections ?? []);
	const isHarmless = (name: string): boolean => {
		const [first, ...others] = into(name, 'main');
		if (!first || others.length > 0 || first.index > 0) return false;
		return runsOf($(first.node)) === runsOf($(name));
	};
	return nodes
		.filter(({ type, typeVersion }) => type.endsWith('.agent') && typeVersion >= 3)
		.map(({ name }) => name)
		.filter((name) => into(name, 'ai_tool').length > 0 && !isHarmless(name));
}

const lostBy = (agent: string) =>
	`cannot tell whose message an item of '${agent}' answers, because n8n loses that when the agent uses a tool; put one No Operation node directly before '${agent}', and connect nothing else to it`;

/**
 * The message in the nearest output that the item comes from; undefined if there is none. Unknown if n8n pairs items by index on
 * the way: the item may then come from another person's message.
 */
function pairedMessage(
	$: (name: string) => OtherNode,
	nodes: readonly NodeTypeAndVersion[],
): Answered | undefined {
	for (const node of nodes) {
		const message = itemOf($(node.name))?.json;
		// An event of a trigger is a message even where its sender is withheld.
		if (message && (isMessage(message) || TRIGGER.test(node.type))) return { message };
		if (message && returnsAllAtOnce(node)) {
			return {
				unknown: `cannot tell whose message an item of '${node.name}' answers, because that node returns all items at once; in it, keep the field 'eventId' of each message, or return 'pairedItem' with each item`,
			};
		}
	}
	return undefined;
}

const always = () => true;

/** Nodes that return all items at once, in any order, and when. n8n then pairs by index, or all with the first item. */
const AT_ONCE: Readonly<Record<string, (parameters: IDataObject) => boolean>> = {
	'n8n-nodes-base.code': ({ mode }) => mode !== 'runOnceForEachItem',
	'n8n-nodes-base.executeWorkflow': ({ mode }) => mode !== 'each',
	'n8n-nodes-base.function': always,
	'n8n-nodes-base.aiTransform': always,
	'@n8n/n8n-nodes-langchain.code': always,
	// A table by expression: n8n then pairs each row that it inserts with the first item (n8n 2.41.1, `insert.operation.ts`).
	'n8n-nodes-base.dataTable': ({ operation = 'insert', dataTableId }) =>
		operation === 'insert' && textsIn(dataTableId).some((text) => text.includes('{')),
};

/** Code that contains `pairedItem` pairs its items itself. */
const returnsAllAtOnce = ({ type, parameters = {} }: NodeTypeAndVersion): boolean =>
	Object.hasOwn(AT_ONCE, type) &&
	AT_ONCE[type]?.(parameters) === true &&
	!JSON.stringify(parameters).includes('pairedItem');
