import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { GatewayTree } from '../../../gateway/tree';
import type { Window } from '../../../gateway/windows';

/** The fields of every event, whatever its feed. */
export interface FeedEvent {
	/** The same however often an event arrives, pushed or polled. */
	eventId: string;
	/** ISO 8601 with Israel's offset, or as it came if it cannot be read. */
	date?: string | undefined;
	/** Fields the node does not know, as they came. */
	other?: Record<string, unknown>;
}

/** A feed: the events of one kind that the service pushes, and lists when it is polled. */
export interface Feed<Event extends FeedEvent = FeedEvent> {
	/** The `event` in the output. */
	value: string;
	/** Its name in the triggers. */
	name: string;
	description: string;
	/** Reads a push or a polled record. */
	read(record: Readonly<Record<string, unknown>>): Event;
	/**
	 * IDs that the event shares with its record. Further ones are for records that leave a part out. Empty if the event does not
	 * say who it is about.
	 */
	recordIds(event: Event): string[];
	/** A key of the sender and the receiver, in a feed of conversations; undefined without a sender. */
	person?(event: Event): string | undefined;
	/** The example push of the specification, with numbers that belong to nobody. */
	sample: Readonly<Record<string, string>>;
	poll: { root: string; body(window: Window): GatewayTree };
	filters: INodeProperties[];
	/** Makes a test for events from the chosen filters. */
	filter?(chosen: IDataObject): (event: Event) => boolean;
}

/** Leaves out the type of a feed's events, so that the feed fits into a list with others. */
export const feed = <Event extends FeedEvent>(definition: Feed<Event>): Feed =>
	definition as unknown as Feed;
