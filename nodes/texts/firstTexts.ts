import type { Text } from './text';
import { nameOf, textKey } from './text';

/** Remembers the first text of each kind to each recipient. */
export class FirstTexts<T extends Text> {
	/** The first text to each recipient. Most recipients get only one, which saves comparing words. */
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
