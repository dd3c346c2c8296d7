import { measureMessage } from '../../../gateway/messageLength';
import type { MessageLength } from '../../../gateway/messageLength';
import { isOfIsrael } from '../../../gateway/phone';
import type { GatewayTree } from '../../../gateway/tree';
import type { Phone } from './recipients';

/** The texts and calls that people get from a send. */
export interface Outgoing {
	phones: readonly Phone[];
	contactLists: readonly string[];
	/** As far as it is known before the send. */
	text: string;
	links?: GatewayTree;
	timing?: string;
	/** A call beside the text, or instead of it. */
	call?: 'beside' | 'instead';
}

interface Cost {
	length: MessageLength;
	messages: number;
	/** SMS credits; messages abroad are paid in money. A call counts as one credit. */
	credits: number;
}

/** The cost of a send, without the people on contact lists, because their number is unknown. */
export function costOf({ text, phones, call }: Outgoing): Cost {
	const length = measureMessage(text);
	const texts = call === 'instead' ? 0 : 1;
	const calls = call === undefined ? 0 : 1;
	const inIsrael = phones.filter(({ _ }) => isOfIsrael(_)).length;
	return {
		length,
		messages: (texts + calls) * phones.length,
		credits: (texts * length.segments + calls) * inIsrael,
	};
}

/** Finds duplicates: remembers who was the first to send a text to a number. */
export class FirstOfEach<Sender> {
	/** The first text to each number. Most numbers get no other. */
	private readonly firsts = new Map<string, { sent: Outgoing; sender: Sender }>();
	/** The senders of further texts, by number and text. */
	private readonly senders = new Map<string, Sender>();

	/** Returns the first sender of the text to a number, or notes `sender` as the first. */
	before(sent: Outgoing, phone: string, sender: Sender): Sender | undefined {
		const first = this.firsts.get(phone);
		if (first === undefined) {
			this.firsts.set(phone, { sent, sender });
			return undefined;
		}
		const text = textKey(sent);
		if (textKey(first.sent) === text) return first.sender;
		const key = `${phone}\n${text}`;
		const other = this.senders.get(key);
		if (other === undefined) this.senders.set(key, sender);
		return other;
	}
}

/** Equal for sends with the same text and links at the same time. */
const textKey = ({ text, links, timing = '' }: Outgoing): string =>
	`${timing}\n${links ? JSON.stringify(links) : ''}\n${text}`;
