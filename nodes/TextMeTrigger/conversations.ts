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
	description: `The workflow goes on when a person has written nothing for so long, ${MOST_SECONDS} seconds at most`,
};

/** In milliseconds; undefined for what the field must not be. */
export function readQuiet(value: unknown): number | undefined {
	const seconds = Number(value);
	return seconds >= 1 && seconds <= MOST_SECONDS ? seconds * 1_000 : undefined;
}

/** Messages of one person to one number that come shortly after one another. */
interface Conversation {
	key: string;
	id: string;
	/** Those that no execution has taken. */
	arrivals: Arrival[];
	startedAt: number;
	lastAt: number;
	/** Whether the execution that brings them all goes well; undefined as long as there is none. */
	goesWell?: Promise<boolean>;
}

/** So long an execution waits for a person who never pauses. */
const LONGEST_MS = 300_000;
/** How soon a message is taken, so that no poll brings it by itself. */
const LOOK_EVERY_MS = 250;
/** Executions may have to wait for a free place before they ask for their conversation. */
const KEPT_MS = 600_000;

/** By id, the oldest first, and by key those that messages can still join. */
const conversations = new Map<string, Conversation>();
const open = new Map<string, Conversation>();
let ids = 0;

/**
 * The conversation that messages just have become a part of.
 *
 * @returns undefined for whatever is not the messages of one person, which has an execution of its own
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
 * What an execution with messages of a conversation hands to the workflow. The first one waits until the person has paused,
 * takes all messages, and accounts for them. The others get nothing. They do not wait, since each would keep one of n8n's
 * places busy, unless the service is to hear how all of it went.
 *
 * @returns undefined where the events are no part of a conversation
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
		const { goesWell } = conversation;
		if (goesWell === undefined) return await lead(context, conversation, take);
		if (doneWhen === 'ended' || (await goesWell)) return [];
		throw new NodeOperationError(
			context.getNode(),
			'The execution with the other messages of this conversation did not succeed',
			{ description: 'The service will deliver it again.' },
		);
	};
}

/** In queue mode they have not joined one in this process. */
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
	conversation.goesWell = new Promise((resolve) => (tell = resolve));
	await onEnd(context, (succeeded) => {
		close(conversation);
		tell(succeeded);
		return Promise.resolve();
	});
	const endAt = Date.now() + LONGEST_MS;
	const waitMs = () => Math.min(conversation.lastAt + quietMs, endAt) - Date.now();
	const taken: Arrival[] = [];
	do {
		// First: whatever comes while these are taken begins the next one.
		if (waitMs() <= 0) close(conversation);
		taken.push(...(await take(conversation.arrivals.splice(0))));
		await sleep(Math.min(waitMs(), LOOK_EVERY_MS));
	} while (open.get(conversation.key) === conversation);
	// In queue mode executions do not begin in the order in which their messages came.
	return taken.sort((one, other) => one.at - other.at);
}
