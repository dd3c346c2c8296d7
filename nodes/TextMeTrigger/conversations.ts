import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { cutToSize } from '../../gateway/values/checks';
import { groupBy } from '../../gateway/values/lists';
import type { Arrival } from '../events/arrival';
import { toEventItem } from '../events/arrival';
import { SLOTS } from '../memory/slots';

export const MAX_SECONDS = 60;

export const quietSeconds: INodeProperties = {
	displayName: 'Quiet Period (Seconds)',
	name: 'quietSeconds',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 0, maxValue: MAX_SECONDS },
	default: 0,
	description: `How long to wait for more texts after each text of a person, up to ${MAX_SECONDS} seconds. They then start the workflow once, with one item. With 0, each text starts it at once.`,
};

/** The quiet period in milliseconds; undefined if out of range. */
export function quietMs({ quietSeconds: value = 0 }: IDataObject): number | undefined {
	const seconds = value === '' ? NaN : Number(value);
	return seconds >= 0 && seconds <= MAX_SECONDS ? seconds * 1_000 : undefined;
}

/** What a person and a number of yours text to each other; undefined for other events. */
export const conversationOf = ({ event }: Arrival): string | undefined => event.sessionId;

/**
 * One item per conversation: the last text's fields, all texts as a list, and joined into one that is cut to size. Other events
 * get one item each.
 */
export function toConversationItems(
	arrivals: Arrival[],
	includeRaw: boolean,
): INodeExecutionData[] {
	const conversations = groupBy<Arrival, unknown>(
		arrivals,
		(arrival) => conversationOf(arrival) ?? arrival,
	);
	return [...conversations.values()].map((all) => {
		const last = all.at(-1) as Arrival;
		const { json } = toEventItem(last, includeRaw);
		if (conversationOf(last) === undefined) return { json };
		const messages = all.map(({ event }) => event.message ?? '');
		const text = cutToSize(messages.join('\n'));
		const { eventId, ...fields } = json;
		return { json: { ...fields, message: text, chatInput: text, messages, eventId } };
	});
}

/** A group goes to the workflow at once when it has this many events, or this many characters as JSON. */
const MAX_EVENTS = 500;
const MAX_SIZE = 1_000_000;

/** The groups that are open, oldest first. One call of `webhook()` waits for each. */
const GROUPS = new Map<string, ReturnType<typeof begin>>();

/**
 * Joins events of a key that arrive without a pause. The call that begins a group waits, and takes all of it to the workflow;
 * the others take nothing. If too many calls wait, the oldest goes on with what it has.
 * @param quietMs a group is complete after this long without an event
 * @param longestMs a group goes to the workflow after this long, even if events still arrive
 */
export async function together(
	key: string,
	arrivals: Arrival[],
	{ quietMs, longestMs }: { quietMs: number; longestMs: number },
): Promise<Arrival[]> {
	const now = performance.now();
	const open = GROUPS.get(key);
	const group = open ?? begin(key, now + longestMs);
	group.arrivals.push(...arrivals);
	group.size += JSON.stringify(arrivals).length;
	group.endsAt = Math.min(now + quietMs, group.latestEnd);
	if (group.arrivals.length >= MAX_EVENTS || group.size >= MAX_SIZE) end(key);
	if (open) return [];
	for (let ms; GROUPS.get(key) === group && (ms = group.endsAt - performance.now()) > 0;) {
		await Promise.race([group.isOver, sleep(ms)]);
	}
	if (GROUPS.get(key) === group) end(key);
	return group.arrivals;
}

function begin(key: string, latestEnd: number) {
	let over = (): void => undefined;
	const isOver = new Promise<void>((resolve) => (over = resolve));
	const arrivals: Arrival[] = [];
	const group = { arrivals, size: 0, endsAt: latestEnd, latestEnd, isOver, over };
	GROUPS.set(key, group);
	const [oldest = key] = GROUPS.keys();
	if (GROUPS.size > SLOTS.waitingPushes.most) end(oldest);
	return group;
}

function end(key: string): void {
	GROUPS.get(key)?.over();
	GROUPS.delete(key);
}
