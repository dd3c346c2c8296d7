import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { eventId } from '../../../gateway/eventId';
import type { ReplyTree } from '../../../gateway/tree';

/** What a poll knows of an account. */
export interface Watched {
	/** The reply to the alert's `root`. */
	tree: ReplyTree;
	token: string;
	/** The filters of the trigger. */
	chosen: IDataObject;
	/** Milliseconds since 1970. */
	now: number;
}

/** An alert that is due. */
export interface Due {
	/** The alert comes once for each reason, and again once the reason was gone in between. */
	reason: string;
	/** What the workflow gets, besides the date. */
	fields: { message: string } & IDataObject;
}

/** A feed of the account itself, which polls alone bring: an event when something comes true. */
export interface Alert {
	/** The `event` in the output. */
	value: string;
	name: string;
	description: string;
	/** What to ask the service; nothing where the credential itself tells. */
	root?: 'balance';
	/**
	 * Undefined where it is not due, `unknown` where that cannot be told.
	 * @throws InputError for a filter that is missing or wrong
	 */
	look(watched: Watched): Due | 'unknown' | undefined;
	/** The fields of an example. */
	sample: Due['fields'];
	filters: INodeProperties[];
}

/** The event of an alert, at a date in ISO 8601 with Israel's offset. */
export const alertEvent = ({ value }: Alert, fields: Due['fields'], date: string) => ({
	event: value,
	date,
	...fields,
	eventId: eventId(value, date, [], fields),
});
