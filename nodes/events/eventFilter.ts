import type { IDataObject } from 'n8n-workflow';

import { list } from '../shared/list';
import { FEEDS } from './feeds';
import type { PushEvent } from './pushEvent';
import { UNKNOWN } from './pushEvent';

/** Reads a parameter of the trigger. */
export type ReadParameter = (name: string, fallback: unknown) => unknown;

export type EventFilter = (event: PushEvent) => boolean;

/** Which events the settings of a trigger let through. */
export function readEventFilter(parameter: ReadParameter): EventFilter {
	const events = new Set(list(parameter('events', [])));
	const chosen = parameter('filters', {}) as IDataObject;
	const filters = new Map(FEEDS.map((feed) => [feed.value, feed.filter(chosen)]));
	// Events of no feed come with all feeds: nothing that the service pushes gets lost.
	if (FEEDS.every(({ value }) => events.has(value)) && chosen.knownOnly !== true) {
		events.add(UNKNOWN);
	}
	return (event) => events.has(event.event) && (filters.get(event.event)?.(event) ?? true);
}
