import type { Arrival } from './arrival';
import { pushArrival } from './arrival';
import { FEEDS } from './feeds';
import type { EventFilter } from './pushEvent';
import { readEvent } from './pushEvent';

/** Events to build a workflow with before any real one has come: one of each feed that is wanted. */
export function sampleArrivals(isWanted: EventFilter): Arrival[] {
	return FEEDS.map((feed) => ({
		...pushArrival(readEvent(feed, feed.sample), feed.sample, ''),
		sample: true,
	})).filter(({ event }) => isWanted(event));
}
