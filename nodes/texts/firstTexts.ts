import type { Text } from './text';
import { nameOf, textKey } from './text';

/** Which texts of a run count as duplicates. */
export type Duplicates = 'skipIdentical' | 'onePerNumber' | 'sendAll';

/** Remembers which text was the first of its kind to each recipient. */
export class FirstTexts<T extends Text> {
	/** The first text to each recipient. Most get no other, so their words are not compared. */
	private readonly firsts = new Map<string, T>();
	/** Further texts, by recipient and words. */
	private readonly others = new Map<string, T>();

	/**
	 * The earlier text that this one repeats, by its own policy, whatever that of the other one is. If there is none, this one is
	 * noted as the first.
	 */
	repeatedBy(text: T, policy: Duplicates): T | undefined {
		const recipient = nameOf(text.to);
		const first = this.firsts.get(recipient);
		if (first === undefined) {
			this.firsts.set(recipient, text);
			return undefined;
		}
		if (policy === 'onePerNumber') return first;
		const key = textKey(text);
		if (textKey(first) === key) return policy === 'sendAll' ? undefined : first;
		const place = `${recipient}\n${key}`;
		const other = this.others.get(place);
		if (other === undefined) this.others.set(place, text);
		return policy === 'sendAll' ? undefined : other;
	}
}
