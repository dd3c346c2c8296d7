import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { cutToSize } from '../../gateway/values/checks';
import { groupBy } from '../../gateway/values/lists';
import type { Arrival } from '../events/arrival';
import { toEventItem } from '../events/arrival';
import { personOf } from '../events/pushEvent';

export const DEFAULT_SECONDS = 10;
export const MAX_SECONDS = 60;

export const quietSeconds: INodeProperties = {
	displayName: 'Quiet Period (Seconds)',
	name: 'quietSeconds',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 1, maxValue: MAX_SECONDS },
	displayOptions: { show: { executions: ['conversation'] } },
	default: DEFAULT_SECONDS,
	description: `How long to wait after the last text of a person before the workflow starts, ${MAX_SECONDS} seconds at most`,
};

/** The quiet period in milliseconds; undefined if out of range. */
export function readQuiet(value: unknown): number | undefined {
	const seconds = Number(value);
	return seconds >= 1 && seconds <= MAX_SECONDS ? seconds * 1_000 : undefined;
}

/** The person who wrote all of these messages; undefined if there is none, or several. */
export function personIn(arrivals: Arrival[]): string | undefined {
	const [person, ...others] = new Set(arrivals.map(({ event }) => personOf(event)));
	return others.length > 0 ? undefined : person;
}

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
		(arrival) => personOf(arrival.event) ?? arrival,
	);
	return [...conversations.values()].map((all) => {
		const last = all.at(-1) as Arrival;
		const { json } = toEventItem(last, includeRaw);
		if (personOf(last.event) === undefined) return { json };
		const messages = all.map(({ event }) => String((event as { message?: string }).message ?? ''));
		const text = cutToSize(messages.join('\n'));
		const { eventId, ...fields } = json;
		return { json: { ...fields, message: text, chatInput: text, messages, eventId } };
	});
}
