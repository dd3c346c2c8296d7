import type { CreditUnit, Credits } from '../../gateway/credits';
import { creditsOf } from '../../gateway/credits';
import type { Message, Recipient } from '../../gateway/messages';
import { measureMessage } from '../../gateway/messageLength';
import type { MessageLength } from '../../gateway/messageLength';
import { isOfIsrael } from '../../gateway/phone';
import { callOf, wordsOf } from './text';

interface Cost {
	length: MessageLength;
	messages: number;
	/** SMS credits for numbers in Israel. A call counts as one credit. */
	credits: Credits;
	/** Paid in money, at prices that differ by country and are not known. */
	international: { recipients: number; segments: number };
}

/**
 * What a message to these people costs. The people on contact lists are not counted, because their number is unknown.
 *
 * @param unit what a credit pays for; undefined where that is not known
 */
export function costOf(
	message: Message,
	people: readonly Recipient[],
	unit: CreditUnit | undefined,
): Cost {
	const words = wordsOf(message);
	const length = measureMessage(words);
	const call = callOf(message);
	const texts = call === 'instead' ? 0 : 1;
	const calls = call === undefined ? 0 : 1;
	const inIsrael = people.filter(({ phone }) => isOfIsrael(phone)).length;
	const abroad = people.length - inIsrael;
	const { least, most } = creditsOf(words, unit);
	const credits = (ofText: number) => (texts * ofText + calls) * inIsrael;
	return {
		length,
		messages: (texts + calls) * people.length,
		credits: { least: credits(least), most: credits(most) },
		international: { recipients: abroad, segments: (texts * length.segments + calls) * abroad },
	};
}
