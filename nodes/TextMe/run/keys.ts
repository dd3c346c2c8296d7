import type { IExecuteFunctions } from 'n8n-workflow';

import type { Account } from '../../connection/account';
import type { KeyState } from '../../memory/keyMemory';
import { KeyMemory } from '../../memory/keyMemory';
import type { Item } from './row';

/**
 * The idempotency keys of a run: at most one send per key. A rehearsal uses none. If n8n's database fails after a send, we
 * ignore it, because the error must not hide what was sent. At worst, a key stays used or free by mistake.
 */
export class Keys {
	private memory: KeyMemory | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly isOn: boolean,
		private readonly account: Account | undefined,
	) {}

	/** The key of an item, which belongs to an account; undefined in a rehearsal. */
	ofItem(item: Item | undefined): string | undefined {
		if (!this.isOn || item?.key === undefined) return undefined;
		const { baseUrl, username } = this.account ?? {};
		return JSON.stringify([item.key, baseUrl, item.common.onBehalfOf ?? username]);
	}

	of(items: readonly Item[]): string[] {
		return items.flatMap((item) => this.ofItem(item) ?? []);
	}

	async usedBefore(items: readonly Item[]): Promise<Set<string>> {
		const keys = this.of(items);
		return keys.length === 0 ? new Set() : await this.known.usedBefore(keys);
	}

	/** Claims many keys together: a claim takes two seconds, for one key or for many. */
	async claim(items: readonly Item[]): Promise<void> {
		const keys = this.of(items);
		if (keys.length > 0) await this.known.claim(keys);
	}

	/** Marks keys as used, right before their request. */
	async use(items: readonly Item[]): Promise<Map<string, KeyState>> {
		const keys = this.of(items);
		if (keys.length === 0) return new Map();
		await this.known.claim(keys);
		return await this.known.use(keys);
	}

	/** Takes back the use of the keys of items that were not sent. */
	release(items: readonly Item[]): void {
		this.memory?.release(this.of(items));
	}

	/** Frees the keys that were claimed for items and are not used. */
	async free(items: readonly Item[]): Promise<void> {
		await this.memory?.free(this.of(items)).catch(() => undefined);
	}

	/**
	 * Frees all claimed keys, except those of items that were sent or may have been. An error may have left others marked as
	 * used.
	 */
	async freeUnsent(sent: readonly Item[]): Promise<void> {
		await this.memory?.freeAllBut(this.of(sent)).catch(() => undefined);
	}

	/** Records that items are scheduled. If they are cancelled later, their keys stay used. */
	async noteSchedule(items: readonly Item[]): Promise<void> {
		const keys = this.of(items);
		if (keys.length > 0) await this.known.note(keys, 'scheduled').catch(() => undefined);
	}

	/** Created on first use, because most runs have no keys. */
	private get known(): KeyMemory {
		return (this.memory ??= new KeyMemory(this.context));
	}
}
