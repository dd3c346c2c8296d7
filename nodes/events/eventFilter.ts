import type { IDataObject } from 'n8n-workflow';

import { list } from '../shared/list';
import { FEEDS } from './feeds';
import type { PushEvent } from './pushEvent';

/** Reads a parameter of the trigger. */
export type ReadParameter = (name: string, fallback: unknown) => unknown;

/** The choice of every event, also of those of no feed. */
export const EVERYTHING = '*';

export type EventFilter = (event: PushEvent) => boolean;

/** Which events the settings of a trigger let through. */
export function readEventFilter(parameter: ReadParameter): EventFilter {
	const events = new Set(list(parameter('events', [])));
	const chosen = parameter('filters', {}) as IDataObject;
	const filters = new Map(FEEDS.map((feed) => [feed.value, feed.filter(chosen)]));
	return (event) =>
		(events.has(EVERYTHING) || events.has(event.event)) &&
		(filters.get(event.event)?.(event) ?? true);
}
