import { instantOf } from '../values/dates';
import { fingerprint } from './eventId';
import { textsIn } from '../replies/readFields';
import type { IncomingMessage } from './incomingMessage';
import { phoneKey } from '../phones/phone';

/** A person, and the account's number that texts them and receives their replies. */
export interface Conversation {
	phone: string;
	sender: string;
}

export interface HeardMessage extends IncomingMessage {
	/** Unique and the same in every listing. An `eventId` is not unique: a person may write the same text twice in a minute. */
	key: string;
}

/** Gives every message of a listing its key. The listing must contain all messages of its minutes. */
export function withKeys(messages: IncomingMessage[]): HeardMessage[] {
	const counts = new Map<string, number>();
	return messages.map((message) => {
		const count = (counts.get(message.eventId) ?? 0) + 1;
		counts.set(message.eventId, count);
		return { ...message, key: fingerprint(`${count} ${message.eventId}`) };
	});
}

const time = ({ date }: IncomingMessage) => instantOf(date) ?? 0;

/** A cache of each person's messages, earliest first, by list: many questions are answered from one list. */
const WRITTEN = new WeakMap<IncomingMessage[], Map<string | undefined, IncomingMessage[]>>();

function writtenIn(messages: IncomingMessage[]): Map<string | undefined, IncomingMessage[]> {
	const known = WRITTEN.get(messages);
	if (known) return known;
	const written = new Map<string | undefined, IncomingMessage[]>();
	for (const message of [...messages].sort((a, b) => time(a) - time(b))) {
		const { phone, other } = message;
		for (const key of new Set((phone === undefined ? textsIn(other) : [phone]).map(phoneKey))) {
			const own = written.get(key);
			if (own) own.push(message);
			else written.set(key, [message]);
		}
	}
	WRITTEN.set(messages, written);
	return written;
}

// Assumption: incomingRecords
/**
 * A person's messages to the sender, earliest first. The fields of a polled message are not shown (specification, incoming). So
 * a message without `dest` counts for every sender, and one without `phone` is from any phone in its other fields.
 * @param messages a list that must not change
 */
export const saidIn = <M extends IncomingMessage>(
	{ phone, sender }: Conversation,
	messages: M[],
): M[] =>
	((writtenIn(messages).get(phoneKey(phone)) ?? []) as M[]).filter(
		({ to }) => to === undefined || phoneKey(to) === phoneKey(sender),
	);
