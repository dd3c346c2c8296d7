import type { INodeExecutionData } from 'n8n-workflow';

import type { Failed, Fate, Skipped } from '../../sending/fate';
import { mayHaveSent } from '../../sending/fate';
import type { Text } from '../../sending/text';

/** The fate of some texts of an item, or of a part of it that has no texts. */
export interface Noted {
	readonly fate: Fate;
	readonly texts: readonly Text[];
	/** What the reply brought for it, as it comes out. */
	readonly pieces?: INodeExecutionData[];
}

const NOTHING: readonly Noted[] = [];

/**
 * What became of every text of a run, and of every part that has no texts. Each stage notes it here, once. Duplicates, limits,
 * keys, journal, figures, errors and outputs are told from it.
 */
export class Fates {
	private readonly noted: Noted[][] = [];

	/** What earlier tries put out for items that they carried out. */
	private readonly outputs = new Map<number, INodeExecutionData[]>();

	note(itemIndex: number, fate: Fate, texts: readonly Text[], pieces?: INodeExecutionData[]): void {
		const one = { fate, texts, pieces };
		const own = this.noted[itemIndex];
		if (own) own.push(one);
		else this.noted[itemIndex] = [one];
	}

	ofItem(itemIndex: number): readonly Noted[] {
		return this.noted[itemIndex] ?? NOTHING;
	}

	textsOf(itemIndex: number): Text[] {
		return this.ofItem(itemIndex).flatMap(({ texts }) => texts);
	}

	keepOutput(itemIndex: number, output: INodeExecutionData[]): void {
		this.outputs.set(itemIndex, output);
	}

	/** Takes back all that was noted for an item. */
	forget(itemIndex: number): void {
		delete this.noted[itemIndex];
		this.outputs.delete(itemIndex);
	}

	/** What an earlier try put out for an item that it carried out. */
	keptOutput(itemIndex: number): INodeExecutionData[] | undefined {
		return this.outputs.get(itemIndex);
	}

	of({ itemIndex, place }: Pick<Text, 'itemIndex' | 'place'>): Fate | undefined {
		return this.ofItem(itemIndex).find(({ texts }) => texts.some((text) => text.place === place))
			?.fate;
	}

	/** Whether anything of an item was sent, or may have been. */
	mayHaveSent(itemIndex: number): boolean {
		return this.ofItem(itemIndex).some(({ fate }) => mayHaveSent(fate));
	}

	/** The texts that were sent, or may have been, in the order of the items. */
	sent(): Text[] {
		return this.noted.flatMap((own) =>
			own.flatMap(({ fate, texts }) => (mayHaveSent(fate) ? texts : [])),
		);
	}

	/** The failure of an item; the gravest one if its parts failed in several ways. Undefined if anything of a send got through. */
	failureOf(itemIndex: number): Failed | undefined {
		const failures = this.ofItem(itemIndex).flatMap(({ fate }) => ('error' in fate ? fate : []));
		const unknown = failures.find(({ kind }) => kind === 'unknown');
		if (unknown || failures.length === 0) return unknown;
		const isPartial = this.ofItem(itemIndex).some(
			({ fate, texts }) => fate.kind === 'accepted' && texts.length > 0,
		);
		return isPartial ? undefined : failures[0];
	}

	/** Why nobody is texted for an item; undefined if somebody is, or the item failed. */
	skipOf(itemIndex: number): Skipped | undefined {
		const own = this.ofItem(itemIndex);
		const skips = own.flatMap(({ fate }) => (fate.kind === 'skipped' ? fate : []));
		if (skips.length === 0 || skips.length < own.length) return undefined;
		// Whoever got the text from another item has not opted out.
		return skips.find(({ why }) => why === 'duplicate') ?? skips[0];
	}

	/** The items with a failure, and it. */
	failures(): Array<[itemIndex: number, failed: Failed]> {
		return [...this.noted.keys()].flatMap((itemIndex) => {
			const failed = this.failureOf(itemIndex);
			return failed ? [[itemIndex, failed] as [number, Failed]] : [];
		});
	}

	/** Whether anything has an unknown outcome. */
	get hasDoubts(): boolean {
		return this.noted.some((own) => own?.some(({ fate }) => fate.kind === 'unknown'));
	}
}
