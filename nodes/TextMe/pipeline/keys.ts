import type { IExecuteFunctions } from 'n8n-workflow';

import type { KeyState } from '../../memory/keyMemory';
import { KeyMemory } from '../../memory/keyMemory';
import type { Item } from './item';

/**
 * The idempotency keys of a run: nothing is sent twice under one. A rehearsal neither uses nor knows any.
 */
export class Keys {
	private memory: KeyMemory | undefined;

	/** The keys of items that were left out, by the item whose text they repeat: they are used up together. */
	private readonly ofDuplicates = new Map<number, string[]>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isOn: boolean,
	) {}

	/** The key that an item uses up. */
	ofItem({ key }: Item): string | undefined {
		return this.isOn ? key : undefined;
	}

	/** The keys that items use up, those of their duplicates included. */
	of(items: readonly Item[]): string[] {
		if (!this.isOn) return [];
		return items.flatMap((item) => {
			const shared = this.ofDuplicates.get(item.itemIndex) ?? [];
			const key = this.ofItem(item);
			return key === undefined ? shared : [...shared, key];
		});
	}

	/** Has the key of an item used up with that of the item it repeats. */
	share({ key }: Item, first: number): void {
		if (key === undefined) return;
		const shared = this.ofDuplicates.get(first);
		if (shared) shared.push(key);
		else this.ofDuplicates.set(first, [key]);
	}

	/** The keys of these items that were used before. None of the keys stays claimed. */
	async usedBefore(items: readonly Item[]): Promise<Set<string>> {
		const keys = this.of(items);
		return keys.length === 0 ? new Set() : await this.known.usedBefore(keys);
	}

	/** Claims keys at once, because a claim takes two seconds, for one key or for many. */
	async claim(items: readonly Item[]): Promise<void> {
		const keys = this.of(items);
		if (keys.length > 0) await this.known.claim(keys);
	}

	/** Uses up keys, right before their request. */
	async use(items: readonly Item[]): Promise<Map<string, KeyState>> {
		const keys = this.of(items);
		if (keys.length === 0) return new Map();
		await this.known.claim(keys);
		return await this.known.use(keys);
	}

	/** Gives back the keys of items that were not sent. */
	async release(items: readonly Item[]): Promise<void> {
		const keys = this.of(items);
		if (keys.length > 0) await this.memory?.release(keys);
	}

	/** Gives back all claimed keys but those of items that were sent, or may have been: an error may have left others used up. */
	async releaseUnsent(sent: ReadonlyArray<Item | undefined>): Promise<void> {
		if (!this.memory) return;
		await this.memory.releaseAllBut(this.of(sent.flatMap((item) => item ?? [])));
	}

	/** Notes that items are scheduled: they may be cancelled, and their keys stay used. */
	async noteSchedule(items: readonly Item[]): Promise<void> {
		const keys = this.of(items);
		if (keys.length > 0) await this.known.note(keys, 'scheduled');
	}

	/** Created on first use, because most runs have no keys. */
	private get known(): KeyMemory {
		return (this.memory ??= new KeyMemory(this.context));
	}
}
