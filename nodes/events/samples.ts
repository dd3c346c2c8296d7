import type { Arrival } from './arrival';
import { pushArrival } from './arrival';
import { ALERTS, FEEDS } from './feeds';
import { alertEvent } from './feeds/alert';
import type { EventFilter } from './pushEvent';
import { readEvent } from './pushEvent';

const DATE = '2026-05-01T10:33:00+03:00';

/** Events to build a workflow with before any real one has come: one of each feed and alert that is wanted. */
export function sampleArrivals(isWanted: EventFilter): Arrival[] {
	const events = FEEDS.map((feed) => ({ event: readEvent(feed, feed.sample), raw: feed.sample }));
	const alerts = ALERTS.map((alert) => ({ event: alertEvent(alert, alert.sample, DATE), raw: {} }));
	return [...events, ...alerts]
		.filter(({ event }) => isWanted(event))
		.map(({ event, raw }) => ({ ...pushArrival(event, raw, ''), sample: true }));
}
