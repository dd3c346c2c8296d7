import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Fields } from '../../../gateway/fields';
import type { GatewayTree } from '../../../gateway/tree';
import type { Window } from '../../../gateway/windows';

/** What every event has, whatever its feed. */
export interface FeedEvent {
	/** The same for the same event however often and whichever way it arrives. */
	eventId: string;
	/** ISO 8601 with Israel's offset, or as it came where it cannot be read. */
	date?: string | undefined;
	/** Fields that have no place of their own. */
	other?: Record<string, unknown>;
}

/** All there is to know of a feed: what the service pushes, and lists when it is asked. */
export interface Feed<Event extends FeedEvent = FeedEvent> {
	/** What the `event` of an output is. */
	value: string;
	/** How the triggers offer it. */
	name: string;
	description: string;
	/** Whether a push with these fields is of this feed: a push does not say so itself. */
	recognises(fields: Fields): 'surely' | 'perhaps' | false;
	/** Reads a push or a polled record. */
	read(record: Readonly<Record<string, unknown>>): Event;
	/**
	 * Who and what an event is about, and below it the same as records write it that leave something out; empty when it
	 * does not say.
	 * @param minute of its date, or the date as it came; empty without one
	 */
	identity(event: Event, minute: string): string[][];
	/** A push as the specification shows it. */
	sample: Readonly<Record<string, string>>;
	/** How to ask for the events of a time window. */
	poll: { root: string; body(window: Window): GatewayTree };
	/** What the triggers can leave out, and the test made of what was chosen. */
	filters: INodeProperties[];
	filter(chosen: IDataObject): (event: Event) => boolean;
}

/** A feed among others, of whose events nothing more is known. */
export const feed = <Event extends FeedEvent>(definition: Feed<Event>): Feed =>
	definition as unknown as Feed;

export const everything = () => true;
