import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { GatewayTree } from '../../../gateway/values/tree';
import type { Window } from '../../../gateway/values/windows';

export interface FeedEvent {
	/** The same however often an event arrives, pushed or polled. */
	eventId: string;
	/** ISO 8601 with Israel's offset; unchanged if we cannot read it. */
	date?: string | undefined;
	/** Unknown fields, unchanged. */
	other?: Record<string, unknown>;
}

/** A feed: one kind of event, which the service pushes, and lists when polled. */
export interface Feed<Event extends FeedEvent = FeedEvent> {
	/** The `event` in the output. */
	value: string;
	/** The feed's name in the triggers' drop-downs. */
	name: string;
	description: string;
	read(record: Readonly<Record<string, unknown>>): Event;
	/** If the listing masks numbers: what the event shares with its masked record, or a masked record with its push. */
	listedIds?(event: Event): string[];
	/** The specification's example push, with numbers that belong to nobody. */
	sample: Readonly<Record<string, string>>;
	poll: { root: string; body(window: Window): GatewayTree };
	filters: INodeProperties[];
	/** Makes a test for events from the chosen filters. */
	filter?(chosen: IDataObject): (event: Event) => boolean;
}

/** Hides a feed's event type, so that different feeds fit in one list. */
export const feed = <Event extends FeedEvent>(definition: Feed<Event>): Feed =>
	definition as unknown as Feed;
