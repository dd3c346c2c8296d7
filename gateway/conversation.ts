import { instantOf } from './dates';
import { fingerprint, phoneKey } from './eventId';
import { textsIn } from './fields';
import type { IncomingMessage } from './incomingMessage';

/** A person, and the number of the account that they were texted from and write back to. */
export interface Conversation {
	phone: string;
	sender: string;
}

/** A short answer without the signs that people put around it. */
const ANSWER = /[^\s\p{P}](?:.*[^\s\p{P}])?/su;
/** No choice is longer; of what somebody writes, the rest does not matter. */
const MOST_CHARACTERS = 300;
const bare = (text: string) =>
	(ANSWER.exec(text.slice(0, MOST_CHARACTERS).normalize('NFKC'))?.[0] ?? '').toLowerCase();

/** Which of several choices a text names, by the choice itself or by its number, which begins at 1. */
export function choiceIn(text: string, choices: readonly string[]): string | undefined {
	const said = bare(text);
	const named = choices.find((choice) => bare(choice) === said);
	return named ?? (/^\d{1,3}$/.test(said) ? choices[Number(said) - 1] : undefined);
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
