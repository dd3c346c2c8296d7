import { sleep } from 'n8n-workflow';

import type { Arrival } from '../events/arrival';
import { calm } from '../memory/thisProcess';
import type { PushResponse } from './groups';

/** The most calls of `webhook()` that wait at a time for one node: n8n keeps some 10 MB for each. */
const MAX_CALLS = 20;
/** How long a conversation is open at most: for a person who never pauses. */
const MAX_MS = 300_000;
/** A conversation has this number of texts at most. */
const MAX_TEXTS = 500;

/**
 * How long a call waits at most until n8n is not busy. If all calls left at once while many texts come, some executions would
 * wait for n8n's database for more than a minute. Then n8n begins them only when it is started again.
 */
const BUSY_MS = 3_000;

/** What a person has said since their last pause. */
export interface Conversation {
	person: string;
	arrivals: Arrival[];
	/** The responses that get the answer of the execution. */
	responses: PushResponse[];
	startedAt: number;
	lastAt: number;
	quietMs: number;
	/** Whether a call waits to carry it to the workflow. */
	hasCall: boolean;
	close: () => void;
	/** Resolves when it goes to the workflow. */
	closed: Promise<void>;
}

/** When a conversation is over. */
const endOf = ({ startedAt, lastAt, quietMs }: Conversation): number =>
	Math.min(lastAt + quietMs, startedAt + MAX_MS);

/**
 * The open conversations of one node. The call that brings a person's text waits until they pause, and carries the conversation
 * to the workflow. Calls leave one after the other, when n8n is not busy. Only so many wait: conversations of further people have
 * none, and go along with those that leave.
 */
export class OpenConversations {
	private readonly open = new Set<Conversation>();
	/** Resolves when the latest call that was due may leave. */
	private latest = Promise.resolve();

	/** How many calls wait. */
	get calls(): number {
		return [...this.open].filter(({ hasCall }) => hasCall).length;
	}

	/** Adds texts of a person. Returns the conversation, and whether this call has to `carry` it. */
	say(
		person: string,
		arrivals: Arrival[],
		quietMs: number,
		response?: PushResponse,
	): { conversation: Conversation; isCarrier: boolean } {
		const now = performance.now();
		const conversation =
			[...this.open].find((one) => one.person === person && one.arrivals.length < MAX_TEXTS) ??
			begin(person, now);
		conversation.arrivals.push(...arrivals);
		if (response) conversation.responses.push(response);
		const isCarrier = !conversation.hasCall && this.calls < MAX_CALLS;
		if (isCarrier) conversation.hasCall = true;
		this.open.add(Object.assign(conversation, { lastAt: now, quietMs }));
		return { conversation, isCarrier };
	}

	/** Waits until a conversation is over. Returns what goes to the workflow in one execution: it, and its share of the others. */
	async carry(own: Conversation): Promise<Pick<Conversation, 'arrivals' | 'responses'>> {
		do {
			for (let waitMs; (waitMs = this.leavesAt(own) - performance.now()) > 0; ) await sleep(waitMs);
			await (this.latest = this.latest.then(async () => await calm(BUSY_MS)));
		} while (this.leavesAt(own) > performance.now());
		const leaving = [own, ...this.shareOfOthers().filter((one) => endOf(one) <= performance.now())];
		for (const one of leaving) {
			this.open.delete(one);
			one.close();
		}
		return {
			arrivals: leaving.flatMap(({ arrivals }) => arrivals),
			responses: leaving.flatMap(({ responses }) => responses),
		};
	}

	/** The conversations without a call that go along with each call: those that end first. */
	private shareOfOthers(): Conversation[] {
		const others = [...this.open].filter(({ hasCall }) => !hasCall);
		others.sort((a, b) => endOf(a) - endOf(b));
		return others.slice(0, Math.ceil(others.length / this.calls));
	}

	/**
	 * When a call leaves: when its conversation and its share of the others are over, but nobody waits for others longer than a
	 * pause. The last call leaves nobody behind.
	 */
	private leavesAt(own: Conversation): number {
		const ends = [own, ...this.shareOfOthers()].map(endOf);
		const isOver = Math.max(...ends);
		return this.calls > 1 ? Math.min(isOver, Math.min(...ends) + own.quietMs) : isOver;
	}
}

function begin(person: string, now: number): Conversation {
	let close = () => {};
	const closed = new Promise<void>((resolve) => (close = resolve));
	const empty = { person, arrivals: [], responses: [], hasCall: false };
	return { ...empty, startedAt: now, lastAt: now, quietMs: 0, close, closed };
}

const byNode = new Map<string, OpenConversations>();

/** The open conversations of the node with this key, in this process. */
export function conversationsOf(node: string): OpenConversations {
	const conversations = byNode.get(node) ?? new OpenConversations();
	byNode.set(node, conversations);
	return conversations;
}
