import type { FunctionsBase, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import type { Arrival } from '../events/arrival';
import { onEnd } from '../events/onEnd';
import { feedNamed } from '../events/pushEvent';
import type { Take, TakeSettings } from '../events/takeNew';
import { PROCESS_ID } from '../memory/thisProcess';

export const DEFAULT_SECONDS = 10;
export const MOST_SECONDS = 60;

export const quietSeconds: INodeProperties = {
	displayName: 'Seconds of Quiet',
	name: 'quietSeconds',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 1, maxValue: MOST_SECONDS },
	displayOptions: { show: { executions: ['conversation'] } },
	default: DEFAULT_SECONDS,
	description: `How long a person must pause before the workflow goes on, ${MOST_SECONDS} seconds at most`,
};

/** In milliseconds; undefined if the value is not allowed. */
export function readQuiet(value: unknown): number | undefined {
	const seconds = Number(value);
	return seconds >= 1 && seconds <= MOST_SECONDS ? seconds * 1_000 : undefined;
}

/** Messages of one person to one number that come shortly after one another. */
interface Conversation {
	key: string;
	id: string;
	/** Messages that no execution has taken yet. */
	arrivals: Arrival[];
	startedAt: number;
	lastAt: number;
	/** Whether the leading execution succeeds; undefined until there is one. */
	succeeds?: Promise<boolean>;
}

/** How long the leading execution waits for a person who never pauses. */
const LONGEST_MS = 300_000;
/** How often messages are taken: soon, so that no poll brings them in an execution of their own. */
const LOOK_EVERY_MS = 250;
/** Executions may have to wait for a free place before they ask for their conversation. */
const KEPT_MS = 600_000;

/** By ID, the oldest first. */
const conversations = new Map<string, Conversation>();
/** By key: the conversations that messages can still join. */
const open = new Map<string, Conversation>();
let ids = 0;

/**
 * Adds messages to the conversation of their person, and returns it.
 *
 * @returns undefined if the arrivals are not messages of one person: then they have an execution of their own
 */
export function joinConversation(
	context: FunctionsBase,
	arrivals: Arrival[],
): Conversation | undefined {
	const [person, ...others] = new Set(arrivals.map(personOf));
	if (person === undefined || others.length > 0) return undefined;
	const now = Date.now();
	for (const old of conversations.values()) {
		if (now - old.startedAt < KEPT_MS) break;
		close(old);
		conversations.delete(old.id);
	}
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id, person]);
	const conversation = open.get(key) ?? begin(key, now);
	conversation.arrivals.push(...arrivals);
	conversation.lastAt = now;
	return conversation;
}

const personOf = ({ event }: Arrival): string | undefined =>
	feedNamed(event.event)?.person?.(event);

function begin(key: string, now: number): Conversation {
	const begun = { key, id: String(++ids), arrivals: [], startedAt: now, lastAt: now };
	open.set(key, begun);
	conversations.set(begun.id, begun);
	return begun;
}

function close(conversation: Conversation): void {
	if (open.get(conversation.key) === conversation) open.delete(conversation.key);
}

/**
 * Gives all messages of a conversation to one execution: the first one leads. It waits until the person pauses, and takes
 * the messages of all. The others pass nothing on. They end at once, since each would keep one of n8n's places busy; only if
 * the service waits for the outcome, they wait for the leading one, and fail if that does.
 *
 * @returns undefined if the events are no part of a conversation
 */
export function converse(
	context: IExecuteFunctions,
	arrivals: Arrival[],
	doneWhen: TakeSettings['doneWhen'],
): ((take: Take) => Promise<Arrival[]>) | undefined {
	const isAsked = context.getNodeParameter('executions', 0, 'each') === 'conversation';
	const conversation =
		isAsked && context.getMode() === 'webhook' ? conversationOf(context, arrivals) : undefined;
	if (conversation === undefined) return undefined;
	return async (take) => {
		const { succeeds } = conversation;
		if (succeeds === undefined) return await lead(context, conversation, take);
		if (doneWhen === 'ended' || (await succeeds)) return [];
		throw new NodeOperationError(
			context.getNode(),
			'The execution with the other messages of this conversation did not succeed',
			{ description: 'The service will deliver it again.' },
		);
	};
}

/** In queue mode, the arrivals join a conversation only here, since `webhook()` runs in another process. */
function conversationOf(context: IExecuteFunctions, arrivals: Arrival[]): Conversation | undefined {
	const joined = arrivals.map(({ process, conversation = '' }) =>
		process === PROCESS_ID ? conversations.get(conversation) : undefined,
	);
	return joined[0] ?? joinConversation(context, arrivals);
}

async function lead(
	context: IExecuteFunctions,
	conversation: Conversation,
	take: Take,
): Promise<Arrival[]> {
	const quietMs = readQuiet(context.getNodeParameter('quietSeconds', 0, DEFAULT_SECONDS)) ?? 0;
	let tell: (succeeded: boolean) => void = () => undefined;
	conversation.succeeds = new Promise((resolve) => (tell = resolve));
	await onEnd(context, (succeeded) => {
		close(conversation);
		tell(succeeded);
		return Promise.resolve();
	});
	const endAt = Date.now() + LONGEST_MS;
	const waitMs = () => Math.min(conversation.lastAt + quietMs, endAt) - Date.now();
	const taken: Arrival[] = [];
	do {
		// Before the messages are taken: one that comes meanwhile begins the next conversation.
		if (waitMs() <= 0) close(conversation);
		taken.push(...(await take(conversation.arrivals.splice(0))));
		await sleep(Math.min(waitMs(), LOOK_EVERY_MS));
	} while (open.get(conversation.key) === conversation);
	// In queue mode, executions may begin in another order than their messages came in.
	return taken.sort((one, other) => one.at - other.at);
}
