import { readBlocklistEntry } from './blocklistEntry';
import type { BlocklistEntry } from './blocklistEntry';
import { readDeliveryReport } from './deliveryReport';
import type { DeliveryReport } from './deliveryReport';
import { eventId } from './eventId';
import { readFields } from './fields';
import type { Fields } from './fields';
import { readIncomingMessage } from './incomingMessage';
import type { IncomingMessage } from './incomingMessage';

export type PushEvent =
	| ({ event: 'deliveryReport' } & DeliveryReport)
	| ({ event: 'incomingMessage' } & IncomingMessage)
	| ({ event: 'blocklistAddition' } & BlocklistEntry)
	| { event: 'unknown'; eventId: string; fields: Record<string, string> };

type Feed = PushEvent['event'];

const REPORT_FIELDS = ['external_id', 'shipment_id', 'he_message', 'en_message'];

// Assumption: pushFeeds
/** A push does not say which feed it belongs to; only its fields tell. The first row that fits counts. */
const RECOGNISED: ReadonlyArray<[Feed, (fields: Fields) => boolean]> = [
	['deliveryReport', (fields) => fields.has('status')],
	['incomingMessage', (fields) => fields.has('phone') && fields.has('dest')],
	['blocklistAddition', (fields) => fields.has('dest')],
	// What follows has lost a field.
	['deliveryReport', (fields) => REPORT_FIELDS.some((name) => fields.has(name))],
	['incomingMessage', (fields) => fields.has('phone') && fields.has('message')],
];

/**
 * Reads a push of any of the three feeds. Unknown, missing, repeated and misspelt fields are tolerated: what cannot be
 * recognised is `unknown` and keeps its fields. Source: specification, "Events".
 */
export function readPush(form: Readonly<Record<string, unknown>>): PushEvent {
	const fields = readFields(form);
	const feed = RECOGNISED.find(([, fits]) => fits(fields))?.[0] ?? 'unknown';
	switch (feed) {
		case 'deliveryReport':
			return { event: feed, ...readDeliveryReport(form) };
		case 'incomingMessage':
			return { event: feed, ...readIncomingMessage(form) };
		case 'blocklistAddition':
			return { event: feed, ...readBlocklistEntry(form) };
		default:
			return {
				event: feed,
				eventId: eventId(feed, undefined, [], fields),
				fields: Object.fromEntries(fields),
			};
	}
}
