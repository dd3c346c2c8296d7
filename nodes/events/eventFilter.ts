import type { IDataObject } from 'n8n-workflow';

import { phoneKey } from '../../gateway/eventId';
import type { PushEvent } from '../../gateway/pushForm';
import { list } from '../shared/list';

/** Reads a parameter of the trigger. */
export type ReadParameter = (name: string, fallback: unknown) => unknown;

export type EventFilter = (event: PushEvent) => boolean;

type EventOf<Name> = Extract<PushEvent, { event: Name }>;

const everything = () => true;

const fold = (text: string) => text.trim().toLocaleLowerCase();

const KEYWORD_MATCH: Record<string, (text: string, keyword: string) => boolean> = {
	contains: (text, keyword) => text.includes(keyword),
	// Punctuation behind it does not belong to the word.
	firstWord: (text, keyword) =>
		text.startsWith(keyword) && !/^[\p{L}\p{N}]/u.test(text.slice(keyword.length)),
	whole: (text, keyword) => text === keyword,
};

function keywordFilter(filters: IDataObject): (message: string) => boolean {
	const keywords = list(filters.keywords).map(fold);
	const match = KEYWORD_MATCH[String(filters.keywordMatch ?? 'contains')];
	if (keywords.length === 0 || match === undefined) return everything;
	return (message) => keywords.some((keyword) => match(fold(message), keyword));
}

function phoneFilter(phones: unknown): (phone: string | undefined) => boolean {
	const keys = new Set(list(phones).map(phoneKey));
	return keys.size === 0 ? everything : (phone) => keys.has(phoneKey(phone));
}

function reportFilter({ deliveryStates, finalOnly }: IDataObject) {
	const states = new Set(list(deliveryStates));
	return ({ state, final }: EventOf<'deliveryReport'>) =>
		(states.size === 0 || states.has(state)) && (finalOnly !== true || final);
}

function messageFilter(filters: IDataObject) {
	const isReceiver = phoneFilter(filters.receivingNumbers);
	const isSender = phoneFilter(filters.senders);
	const hasKeyword = keywordFilter(filters);
	return ({ phone, dest, message }: EventOf<'incomingMessage'>) =>
		isReceiver(dest) && isSender(phone) && hasKeyword(message);
}

/** Which events the settings of a trigger let through. */
export function readEventFilter(parameter: ReadParameter): EventFilter {
	const events = new Set(list(parameter('events', [])));
	const filters = parameter('filters', {}) as IDataObject;
	const isWantedReport = reportFilter(filters);
	const isWantedMessage = messageFilter(filters);
	return (event) => {
		if (!events.has(event.event)) return false;
		if (event.event === 'deliveryReport') return isWantedReport(event);
		return event.event === 'incomingMessage' ? isWantedMessage(event) : true;
	};
}
