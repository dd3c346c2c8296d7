import type { Arrival } from './arrival';
import { arrivalOf } from './arrival';
import { FEEDS } from './feeds';
import type { EventFilter } from './pushEvent';
import { readEvent } from './pushEvent';

/** Events to build a workflow with before a real one arrives: one per wanted feed. */
export const sampleArrivals = (isWanted: EventFilter): Arrival[] =>
	FEEDS.map((feed) => ({ event: readEvent(feed, feed.sample), raw: feed.sample }))
		.filter(({ event }) => isWanted(event))
		.map(({ event, raw }) => ({ ...arrivalOf(event, raw), sample: true }));
