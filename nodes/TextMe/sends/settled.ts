import { rowOf } from '../../../gateway/replies/status';
import { aboutItem, statusOf } from '../../output/nodeError';
import type { Skip } from '../../output/sentence';
import { nameOf } from '../../texts/text';
import type { Fate } from '../run/fate';
import { failed, mayHaveSent } from '../run/fate';
import type { ItemText, Row } from '../run/row';
import { hasSent } from '../run/row';
import type { Run } from '../run/run';

/**
 * What earlier rounds have settled for other texts. Strangers can send hundreds of texts with one key or from one number, and a
 * round for each would take n8n's database and the service minutes.
 */
export class Settled {
	/** The latest text tried under each key. */
	private readonly byKey = new Map<string, ItemText>();
	/** What the service said about a number. */
	private readonly byNumber = new Map<string, Fate>();

	constructor(private readonly run: Run) {}

	/** Gives texts the fates that are known after a round. Returns the others. */
	withoutKnown(texts: ItemText[], tried: readonly ItemText[]): ItemText[] {
		if (texts.length > 0) this.note(tried);
		return texts.filter((text) => {
			text.fate = this.fateUnderKey(text) ?? this.fateOfNumber(text);
			return text.fate === undefined;
		});
	}

	private note(tried: readonly ItemText[]): void {
		for (const text of tried) {
			const key = this.keyOf(text);
			if (key !== undefined) this.byKey.set(key, text);
			if (this.isAboutNumber(text)) this.byNumber.set(numberOf(text), text.fate as Fate);
		}
	}

	private fateUnderKey(text: ItemText): Fate | undefined {
		const tried = this.byKey.get(this.keyOf(text) ?? '');
		// Of an item with several recipients, some may have got their text in an earlier round.
		if (!tried || hasSent(this.rowOf(text))) return undefined;
		if (mayHaveSent(tried)) return { kind: 'skipped', why: 'sentBefore' };
		if (tried.fate?.kind !== 'skipped') return undefined;
		const { why } = tried.fate;
		const holds = why === 'sentBefore' || (FOR_ANY_TEXT.has(why) && this.isAlike(text, tried));
		return holds ? tried.fate : undefined;
	}

	/** Whether two texts go to the same person, with the same options. */
	private isAlike(one: ItemText, other: ItemText): boolean {
		const [a, b] = [this.rowOf(one).item, this.rowOf(other).item];
		const [ofOne, ofOther] = [
			[numberOf(one), one.settings, a?.safeguards],
			[numberOf(other), other.settings, b?.safeguards],
		];
		// A function, and another one for each item if an expression gives the sending hours.
		return a?.within === b?.within && JSON.stringify(ofOne) === JSON.stringify(ofOther);
	}

	private fateOfNumber(text: ItemText): Fate | undefined {
		const fate = this.byNumber.get(numberOf(text));
		if (!fate || !('error' in fate)) return fate;
		return failed(aboutItem(this.run.node, fate.error, text.itemIndex));
	}

	/** A refusal of several texts does not say whose number is wrong. */
	private isAboutNumber({ fate, itemIndex }: ItemText): boolean {
		if (fate?.kind === 'skipped') return fate.why === 'blocked';
		if (fate?.kind !== 'refused' || fate.error.context.itemIndex !== itemIndex) return false;
		const isAlone = this.run.rows[itemIndex]?.parts.length === 1;
		return isAlone && rowOf(statusOf(fate.error))?.about === 'number';
	}

	private keyOf(text: ItemText): string | undefined {
		return this.run.keys.ofItem(this.rowOf(text).item);
	}

	private rowOf({ itemIndex }: ItemText): Row {
		return this.run.rows[itemIndex] as Row;
	}
}

/** Reasons that hold for any text to the same person with the same options. */
const FOR_ANY_TEXT: ReadonlySet<Skip> = new Set<Skip>([
	'messagedLately',
	'outsideHours',
	'limited',
]);

const numberOf = ({ to, account = '' }: ItemText): string => `${account}\n${nameOf(to)}`;
