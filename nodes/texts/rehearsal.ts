import type { Message, SendSettings } from '../../gateway/texts/messages';
import { counted } from '../../gateway/values/lists';
import { MAX_MESSAGE_CHARACTERS } from '../../gateway/values/limits';
import { toNational, writtenPhone } from '../../gateway/phones/phone';
import { REHEARSAL_FIELD } from '../connection/rehearsalPhone';
import type { Text, To } from './text';

/** Messages that a run sends to the rehearsal's phone. Further ones are only checked. */
export const MAX_IN_A_RUN = 10;

/** Contacts per contact list, by ID, as far as known. */
export type ListSizes = Map<string, number>;

/** The texts that a rehearsal sends, as changed, and those that it only checks. */
interface Rehearsed<T extends Text> {
	going: T[];
	left: T[];
}

/**
 * Redirects texts to the rehearsal's phone, with the intended number in front. A call to several numbers goes out once, because
 * calls have no batches. A contact list gets one text, which names the list and its size.
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

/** Leaves out `temp_bl`, with which the rehearsal's phone would get only the first text. */
const settingsOf = (settings: SendSettings, isInternational: boolean): SendSettings => ({
	...settings,
	temp_bl: undefined,
	...(isInternational && { includes_international: '1' }),
});

/** The text with the intended recipient in front; unchanged if there is no room. */
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

export const sizeNotes = (sizes: ListSizes, lists: readonly string[]): string[] =>
	lists.flatMap((list) => {
		const size = sizes.get(list);
		return size === undefined ? [] : `Contact list ${list} has ${counted(size, 'contact')}.`;
	});

/** Where a rehearsed send went: the `result` of an item. */
export function rehearsalNote(phone: string, sent: number, left: number): string {
	if (left === 0) return `Rehearsal: this went to ${phone} instead`;
	return sent === 0
		? `Rehearsal: this went to nobody, because ${MAX_IN_A_RUN} messages of this run have gone to ${phone}`
		: `Rehearsal: ${sent} of ${sent + left} went to ${phone} instead, the others to nobody`;
}

/** The sentence for a request in which the rehearsal's phone replaces another number. */
export const replacedNumberNote = (phone: string): string =>
	`Rehearsal: ${phone} stands in for this number.`;

/** The sentence above the output of a rehearsed run. */
export const rehearsalHint = (phone: string): string =>
	`Rehearsal: everything goes to ${phone}. To send to people, empty ${REHEARSAL_FIELD}.`;
