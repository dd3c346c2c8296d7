import { measureMessage } from '../../../gateway/messageLength';
import type { MessageLength } from '../../../gateway/messageLength';
import { isOfIsrael } from '../../../gateway/phone';
import type { GatewayTree } from '../../../gateway/tree';
import type { Phone } from './recipients';

/** What a send brings to people. */
export interface Outgoing {
	phones: readonly Phone[];
	contactLists: readonly string[];
	/** As far as it is known before it is sent. */
	text: string;
	links?: GatewayTree;
	timing?: string;
	/** A call beside the text, or instead of it. */
	call?: 'beside' | 'instead';
}

interface Cost {
	length: MessageLength;
	messages: number;
	/** SMS credits; what goes abroad is paid in money. A call counts as one. */
	credits: number;
}

/** What a send comes to, without the people on contact lists, of whom nobody knows how many they are. */
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

/** Who gets a text first, of those that send the same text to the same number. */
export class FirstOfEach<Sender> {
	/** By number: most get one text. */
	private readonly firsts = new Map<string, { sent: Outgoing; sender: Sender }>();
	/** The senders of further texts, by number and text. */
	private readonly senders = new Map<string, Sender>();

	/** Whoever sent the text to a number before; `sender` is noted where it is nobody. */
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

/** The same for what says the same at the same time. */
const textKey = ({ text, links, timing = '' }: Outgoing): string =>
	`${timing}\n${links ? JSON.stringify(links) : ''}\n${text}`;
