import { instantOf } from './dates';
import { fingerprint } from './eventId';
import { textsIn } from './fields';
import type { IncomingMessage } from './incomingMessage';
import { phoneKey } from './phone';

/** A person, and the number of the account that texts them and receives their replies. */
export interface Conversation {
	phone: string;
	sender: string;
}

export interface HeardMessage extends IncomingMessage {
	/** The same in every listing and unique, unlike `eventId`: somebody may write the same text twice in a minute. */
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
 * The messages of a person to the sender, the earliest first. The fields of a polled message are not shown (specification,
 * incoming): a message without `dest` counts for every sender, and one without `phone` is from the phone in another field.
 */
export const saidIn = <M extends IncomingMessage>(
	{ phone, sender }: Conversation,
	messages: M[],
): M[] =>
	messages
		.filter(
			(message) =>
				isFrom(message, phone) &&
				(message.to === undefined || phoneKey(message.to) === phoneKey(sender)),
		)
		.sort((a, b) => time(a) - time(b));
