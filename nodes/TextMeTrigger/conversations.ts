import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { cutToSize } from '../../gateway/values/checks';
import { groupBy } from '../../gateway/values/lists';
import type { Arrival } from '../events/arrival';
import { toEventItem } from '../events/arrival';

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
export const conversationOf = ({ event }: Arrival): string | undefined =>
	(event as { sessionId?: string }).sessionId;

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
		const messages = all.map(({ event }) => String((event as { message?: string }).message ?? ''));
		const text = cutToSize(messages.join('\n'));
		const { eventId, ...fields } = json;
		return { json: { ...fields, message: text, chatInput: text, messages, eventId } };
	});
}
