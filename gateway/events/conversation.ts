import { instantOf } from '../values/dates';
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

/** Returns a person's messages to a sender, earliest first. */
export type Heard = (conversation: Conversation) => HeardMessage[];

const time = ({ date }: IncomingMessage) => instantOf(date) ?? 0;

// Assumption: incomingRecords
/**
 * Sorts messages by person. The fields of a polled message are not shown (specification, incoming). So a message without `dest`
 * counts for every sender, and one without `phone` is from any phone in its other fields.
 * @param messages all messages of their minutes
 */
export function heardIn(messages: readonly IncomingMessage[]): Heard {
	const counts = new Map<string, number>();
	const said = new Map<string | undefined, HeardMessage[]>();
	for (const message of [...messages].sort((a, b) => time(a) - time(b))) {
		const { eventId, phone, other } = message;
		const count = (counts.get(eventId) ?? 0) + 1;
		counts.set(eventId, count);
		const heard = { ...message, key: `${count} ${eventId}` };
		for (const person of new Set((phone === undefined ? textsIn(other) : [phone]).map(phoneKey))) {
			const own = said.get(person);
			if (own) own.push(heard);
			else said.set(person, [heard]);
		}
	}
	return ({ phone, sender }) =>
		(said.get(phoneKey(phone)) ?? []).filter(
			({ to }) => to === undefined || phoneKey(to) === phoneKey(sender),
		);
}
