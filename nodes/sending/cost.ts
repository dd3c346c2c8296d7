import type { Message, Recipient } from '../../gateway/messages';
import { measureMessage } from '../../gateway/messageLength';
import type { MessageLength } from '../../gateway/messageLength';
import { isOfIsrael } from '../../gateway/phone';
import { callOf, wordsOf } from './text';

interface Cost {
	length: MessageLength;
	messages: number;
	/** SMS credits for numbers in Israel. A call counts as one credit. */
	credits: number;
	/** Paid in money, at prices that differ by country and are not known. */
	international: { recipients: number; segments: number };
}

/** What a message to these people costs. The people on contact lists are not counted, because their number is unknown. */
export function costOf(message: Message, people: readonly Recipient[]): Cost {
	const length = measureMessage(wordsOf(message));
	const call = callOf(message);
	const texts = call === 'instead' ? 0 : 1;
	const calls = call === undefined ? 0 : 1;
	const inIsrael = people.filter(({ phone }) => isOfIsrael(phone)).length;
	const abroad = people.length - inIsrael;
	const each = texts * length.segments + calls;
	return {
		length,
		messages: (texts + calls) * people.length,
		credits: each * inIsrael,
		international: { recipients: abroad, segments: each * abroad },
	};
}
