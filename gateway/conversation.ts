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

/** A short answer without the spaces and punctuation around it. */
const ANSWER = /[^\s\p{P}](?:.*[^\s\p{P}])?/su;
/** The most characters of an answer and of a choice that are compared. */
const MAX_CHARACTERS = 300;
const bare = (text: string) =>
	(ANSWER.exec(text.slice(0, MAX_CHARACTERS).normalize('NFKC'))?.[0] ?? '').toLowerCase();

/** Choices have no numbers if one of them begins with a digit: "1" would mean "1 person", not the first choice. */
const areNumbered = (choices: readonly string[]) =>
	!choices.some((choice) => /^\d/.test(bare(choice)));

/** The choice that a text names, by its words or by its number from 1. Undefined if the text names none. */
export function choiceIn(text: string, choices: readonly string[]): string | undefined {
	const said = bare(text);
	const named = choices.find((choice) => bare(choice) === said);
	const isNumber = /^\d{1,3}$/.test(said) && areNumbered(choices);
	return named ?? (isNumber ? choices[Number(said) - 1] : undefined);
}

/** Adds the choices to a question, one on each line, with the numbers to reply with. Adds nothing if it holds them all. */
export function withChoices(question: string, choices: readonly string[]): string {
	if (choices.every((choice) => holds(question, choice))) return question;
	const lines = choices.map((choice, at) =>
		areNumbered(choices) ? `${at + 1}. ${choice}` : choice,
	);
	return [question.trimEnd(), ...lines].join('\n');
}

/** Whether a text holds these words as whole words. */
function holds(text: string, words: string): boolean {
	const plain = (each: string) => each.normalize('NFKC').toLowerCase();
	const parts = plain(text).split(bare(words));
	const isEnd = (end: string) => !/[\p{L}\p{N}]/u.test(end);
	return parts.some(
		(part, at) => at > 0 && isEnd((parts[at - 1] ?? '').slice(-1)) && isEnd(part.slice(0, 1)),
	);
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
