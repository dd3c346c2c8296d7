import type { IExecuteFunctions } from 'n8n-workflow';

import type { KeyState } from '../../memory/keyMemory';
import { KeyMemory } from '../../memory/keyMemory';
import type { Item } from './row';

/**
 * The idempotency keys of a run: nothing is sent twice under one. A rehearsal neither uses nor knows any. What is noted after a
 * send is noted if n8n's database allows: its failure must not hide what was sent. At worst, a key stays used, or free.
 */
export class Keys {
	private memory: KeyMemory | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isOn: boolean,
	) {}

	/** The key that an item uses up. */
	ofItem(item: Item | undefined): string | undefined {
		return this.isOn ? item?.key : undefined;
	}

	/** The keys that items use up. */
	of(items: readonly Item[]): string[] {
		return items.flatMap((item) => this.ofItem(item) ?? []);
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
		if (keys.length > 0) await this.memory?.release(keys).catch(() => undefined);
	}

	/** Gives back all claimed keys but those of items that were sent, or may have been: an error may have left others used up. */
	async releaseUnsent(sent: readonly Item[]): Promise<void> {
		await this.memory?.releaseAllBut(this.of(sent)).catch(() => undefined);
	}

	/** Uses up the keys of items that are not sent themselves, because others have sent their texts. */
	async useUp(items: readonly Item[]): Promise<void> {
		const keys = this.of(items);
		if (keys.length > 0) await this.known.noteUsed(keys).catch(() => undefined);
	}

	/** Notes that items are scheduled: they may be cancelled, and their keys stay used. */
	async noteSchedule(items: readonly Item[]): Promise<void> {
		const keys = this.of(items);
		if (keys.length > 0) await this.known.note(keys, 'scheduled').catch(() => undefined);
	}

	/** Created on first use, because most runs have no keys. */
	private get known(): KeyMemory {
		return (this.memory ??= new KeyMemory(this.context));
	}
}
