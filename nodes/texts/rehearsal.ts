import type { Message, SendSettings } from '../../gateway/messages';
import { counted } from '../../gateway/counts';
import { MAX_MESSAGE_CHARACTERS } from '../../gateway/limits';
import { toNational, writtenPhone } from '../../gateway/phone';
import { REHEARSAL_FIELD } from '../connection/rehearsalPhone';
import type { Text, To } from './text';

/** The most texts, calls and codes that a run sends to the one phone. The others are only checked. */
export const MAX_IN_A_RUN = 10;

/** The number of contacts of contact lists, by their IDs, as far as it is known. */
export type ListSizes = Map<string, number>;

/** The texts of a run as they go out in a rehearsal, and those that do not go out. */
interface Rehearsed<T extends Text> {
	going: T[];
	left: T[];
}

/**
 * Changes the recipients of texts to the one phone, with the intended number in front of the words. Of a call to several, one
 * goes out, because there is no batch of calls. A contact list gets one text, which names the list and its size.
 *
 * @param most how many texts may go out
 */
export function rehearse<T extends Text>(
	texts: readonly T[],
	phone: string,
	most: number,
	sizes: ListSizes = new Map(),
): Rehearsed<T> {
	const going: T[] = [];
	const left: T[] = [];
	const isInternational = toNational(phone) === undefined;
	const called = new Set<number>();
	for (const text of texts) {
		const { message, itemIndex } = text;
		const isRepeated = message.speech !== undefined && called.has(itemIndex);
		if (isRepeated || going.length >= most) {
			left.push(text);
			continue;
		}
		called.add(itemIndex);
		const isOfItem = (other: T) => other.itemIndex === itemIndex;
		const others = message.speech ? texts.filter(isOfItem).length - 1 : 0;
		const to = { ...text.to, phone };
		const words = withPrefix(message, text.to, others, sizes);
		going.push({
			...text,
			to: 'list' in to ? { phone } : to,
			settings: settingsOf(text.settings, isInternational),
			message: { ...message, text: words, isMerged: false, to: { people: [], lists: [] } },
		});
	}
	return { going, left };
}

/** Without `temp_bl`, which would keep all texts but the first from the one phone. */
const settingsOf = (settings: SendSettings, isInternational: boolean): SendSettings => ({
	...settings,
	temp_bl: undefined,
	...(isInternational && { includes_international: '1' }),
});

/** The words with the intended recipient in front. Words that leave no room for it go out as they are. */
function withPrefix({ text, code }: Message, to: To, others: number, sizes: ListSizes): string {
	const words = code && text === '' ? 'The code is [code]' : text;
	const name = 'phone' in to ? writtenPhone(to.phone) : named(to.list, sizes);
	const prefix = others === 0 ? `To ${name}: ` : `To ${name} and ${others} more: `;
	return prefix.length + words.length > MAX_MESSAGE_CHARACTERS ? words : prefix + words;
}

function named(list: string, sizes: ListSizes): string {
	const size = sizes.get(list);
	return `contact list ${list}${size === undefined ? '' : ` (${counted(size, 'contact')})`}`;
}

/** Sentences with the known sizes of contact lists. */
export const sizeNotes = (sizes: ListSizes, lists: readonly string[]): string[] =>
	lists.flatMap((list) => {
		const size = sizes.get(list);
		return size === undefined ? [] : `Contact list ${list} has ${counted(size, 'contact')}.`;
	});

/** What became of a send in a rehearsal, as a sentence. */
export function rehearsalNote(phone: string, sent: number, left: number): string {
	if (left === 0) return `Rehearsal: this went to ${phone} instead.`;
	return sent === 0
		? `Rehearsal: this went to nobody, because ${MAX_IN_A_RUN} messages of this run have gone to ${phone}.`
		: `Rehearsal: ${sent} of ${sent + left} went to ${phone} instead, the others to nobody.`;
}

/** Says that the phone of a rehearsal stands for another number. */
export const standsIn = (phone: string): string => `Rehearsal: ${phone} stands in for this number.`;

/** Says above the output of a run that it is a rehearsal. */
export const rehearsalHint = (phone: string): string =>
	`Rehearsal: everything goes to ${phone}. To send to people, empty ${REHEARSAL_FIELD}.`;
