import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { cutToSize } from '../../gateway/checks';
import { groupBy } from '../../gateway/lists';
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

/** The quiet period in milliseconds; undefined if it is out of range. */
export function readQuiet(value: unknown): number | undefined {
	const seconds = Number(value);
	return seconds >= 1 && seconds <= MAX_SECONDS ? seconds * 1_000 : undefined;
}

/** The one person whose messages these are; undefined if there is none, or if there are several. */
export function personIn(arrivals: Arrival[]): string | undefined {
	const [person, ...others] = new Set(arrivals.map(({ event }) => personOf(event)));
	return others.length > 0 ? undefined : person;
}

/** One item for all texts of a person, as one that is cut to size and in a list, with the fields of the last text, and one item for each other event. */
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
