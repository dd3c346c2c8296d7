import type { Text } from './text';
import { nameOf, textKey } from './text';

/** Which texts of a run count as duplicates. */
export type Duplicates = 'skipIdentical' | 'onePerNumber' | 'sendAll';

interface First<T> {
	text: T;
	policy: Duplicates;
}

/** With `onePerNumber`, any two texts to a number are the same. */
const keyOf = ({ text, policy }: First<Text>): string =>
	policy === 'onePerNumber' ? '' : textKey(text);

/** Remembers which text was the first of its kind to each recipient. */
export class FirstTexts<T extends Text> {
	/** The first text to each recipient. Most get no other, so their words are not compared. */
	private readonly firsts = new Map<string, First<T>>();
	/** Further texts, by recipient and words. */
	private readonly others = new Map<string, T>();

	/** The earlier text that this one repeats. If there is none, this one is noted as the first. */
	repeatedBy(text: T, policy: Duplicates): T | undefined {
		if (policy === 'sendAll') return undefined;
		const own = { text, policy };
		const recipient = nameOf(text.to);
		const first = this.firsts.get(recipient);
		if (first === undefined) {
			this.firsts.set(recipient, own);
			return undefined;
		}
		const key = keyOf(own);
		if (keyOf(first) === key) return first.text;
		const place = `${recipient}\n${key}`;
		const other = this.others.get(place);
		if (other === undefined) this.others.set(place, text);
		return other;
	}
}
