import { instantOf } from './dates';
import { fingerprint, phoneKey } from './eventId';
import { textsIn } from './fields';
import type { IncomingMessage } from './incomingMessage';

/** A person, and the number of the account that they were texted from and write back to. */
export interface Conversation {
	phone: string;
	sender: string;
}

export interface HeardMessage extends IncomingMessage {
	/** The same in every listing, and of this message alone: somebody may well write the same twice in a minute. */
	key: string;
}

/** Gives every message of a listing its key. The listing must hold all messages of the minutes it covers. */
export function withKeys(messages: IncomingMessage[]): HeardMessage[] {
	const counts = new Map<string, number>();
	return messages.map((message) => {
		const count = (counts.get(message.eventId) ?? 0) + 1;
		counts.set(message.eventId, count);
		return { ...message, key: fingerprint(`${count} ${message.eventId}`) };
	});
}

const time = ({ date }: IncomingMessage) => instantOf(date) ?? 0;

const isFrom = ({ phone, other }: IncomingMessage, person: string): boolean =>
	(phone === undefined ? textsIn(other) : [phone]).some(
		(written) => phoneKey(written) === phoneKey(person),
	);

// Assumption: incomingRecords
/**
 * What a person wrote to the sender, the earliest first. What the record of a polled message holds is not shown
 * (specification, incoming): one that does not say which number it came to counts for all of them, and one whose sender has no known field is from the
 * phone that another field holds.
 */
export const saidIn = <M extends IncomingMessage>(
	{ phone, sender }: Conversation,
	messages: M[],
): M[] =>
	messages
		.filter(
			(message) =>
				isFrom(message, phone) &&
				(message.dest === undefined || phoneKey(message.dest) === phoneKey(sender)),
		)
		.sort((a, b) => time(a) - time(b));
