import { createHash } from 'crypto';

import type { Message, Recipient, SendSettings } from '../../gateway/texts/messages';
import { SPEECH } from '../../gateway/texts/messages';

/** A number, or the ID of a contact list. */
export type To = Recipient | { readonly list: string };

/** A text, call, question or code to one person or contact list. */
export interface Text {
	/** The input item, and the index among its texts. */
	readonly itemIndex: number;
	readonly place: number;
	readonly to: To;
	/** The content. All texts of an item share one object. */
	readonly message: Message;
	/** Includes the scheduled time, in the service's format. */
	readonly settings: SendSettings;
	/** The sub-account that sends it; default: the credential's account. */
	readonly account?: string;
}

export type Texts = readonly [Text, ...Text[]];

/** The texts of a message, in the order of its recipients. */
export function textsOf(
	itemIndex: number,
	message: Message,
	settings: SendSettings,
	account?: string,
): Text[] {
	const { people, lists } = message.to;
	const all: To[] =
		lists.length === 0 ? [...people] : [...people, ...lists.map((list) => ({ list }))];
	return all.map((to, place) => ({ itemIndex, place, to, message, settings, account }));
}

/** The message for only these recipients of an item. */
export function messageOf(texts: Texts): Message {
	const [{ message }] = texts;
	const { people, lists } = message.to;
	if (texts.length === people.length + lists.length) return message;
	const to = {
		people: texts.flatMap((text) => ('phone' in text.to ? text.to : [])),
		lists: texts.flatMap((text) => ('list' in text.to ? text.to.list : [])),
	};
	return { ...message, to };
}

/** The recipient as a key: phone, or contact list ID. */
export const nameOf = (to: To): string => ('phone' in to ? to.phone : to.list);

/** A contact list as a key. Two accounts may have lists of one ID. */
export const listKey = (list: string, { account = '' }: Pick<Text, 'account'>): string =>
	`${account}\n${list}`;

/** The text as the node sends it, without what the service adds. */
export const wordsOf = ({ tag, text }: Message): string =>
	tag === undefined ? text : `<${tag}>${text}`;

/** Whether everybody gets a call beside the text or instead of it; undefined if only filtered phones get one. */
export function callOf({ speech }: Message): 'beside' | 'instead' | undefined {
	if (speech?.type === SPEECH.textAndCall) return 'beside';
	return speech?.type === SPEECH.callOnly ? 'instead' : undefined;
}

/** Equal for texts with the same words, links, sender, account and time, to any recipient. */
export function textKey({ message, settings: { timing = '' }, account = '' }: Text): string {
	const { source, links } = message;
	const written = links.length > 0 ? JSON.stringify(links) : '';
	return [account, source, timing, callOf(message) ?? '', written, wordsOf(message)].join('\n');
}

/** A short stand-in for `textKey`. */
export const hashOf = (text: Text): string =>
	createHash('sha256').update(textKey(text)).digest('hex').slice(0, 16);

/** Remembers the first text of each kind to each recipient. */
export class FirstTexts<T extends Text> {
	/** By recipient. Most get only one text, so that no words need to be compared or kept. */
	private readonly firsts = new Map<string, T>();
	/** Further texts, by recipient and words. */
	private readonly others = new Map<string, T>();

	/** The earlier text that this one repeats. Without one, remembers this one as the first. */
	repeatedBy(text: T): T | undefined {
		const recipient = nameOf(text.to);
		const first = this.firsts.get(recipient);
		if (first === undefined) {
			this.firsts.set(recipient, text);
			return undefined;
		}
		const key = textKey(text);
		if (textKey(first) === key) return first;
		const place = `${recipient}\n${key}`;
		const other = this.others.get(place);
		if (other === undefined) this.others.set(place, text);
		return other;
	}
}

/**
 * A run ID is `n8n-3f9a2c-1042-0`: node, execution, run index. It is the default campaign name. An external ID adds the item and
 * the index of the text. `RunParameters` makes the run ID.
 */
const EXTERNAL_ID = /^n8n-[\da-f]{6}-(\d+)-\d+-\d+-\d+$/;

/** The execution that sent a message, by its external ID; empty if the ID is not ours. */
export function executionOf(externalId = ''): { executionId?: string } {
	const [, executionId] = EXTERNAL_ID.exec(externalId) ?? [];
	return executionId === undefined ? {} : { executionId };
}
