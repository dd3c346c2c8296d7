import type { IExecuteFunctions } from 'n8n-workflow';

import { Claim, SETTLED_MS } from './claim';
import { MarkList } from './markList';
import { PROCESS_ID } from './thisProcess';

const mark = (key: string) => `key|${key}`;
let claims = 0;

/** Whether a key is free to be sent under: `ours`, `used` before, or `unsure`, since n8n was too slow to tell. */
export type KeyState = 'ours' | 'used' | 'unsure';

/**
 * The idempotency keys of a node. A claimed key is a used key: nobody waits for whoever has claimed it and nothing expires,
 * so that no stall and no clock can let a second one in. What nothing was sent under, whoever has claimed it gives back.
 */
export class KeyMemory {
	private readonly list: MarkList;
	/** Claimed by this run; what it has not sent under yet can still be lost. */
	private readonly claimed = new Map<string, Claim>();
	/** Not to be sent under (any more) in this run. */
	private readonly closed = new Map<string, Exclude<KeyState, 'ours'>>();

	constructor(context: IExecuteFunctions) {
		this.list = MarkList.of(context, 'node', Infinity);
	}

	/** Claims those of the keys that nobody has used. It is not settled before `use`. */
	async claim(keys: string[]): Promise<void> {
		const isOpen = (key: string) => !this.claimed.has(key) && !this.closed.has(key);
		const open = [...new Set(keys)].filter(isOpen);
		if (open.length === 0) return;
		const claim = new Claim(this.list, SETTLED_MS.key, `claim|${PROCESS_ID}-${++claims}`, (key) => [
			mark(key),
		]);
		const known = await claim.write(open);
		for (const key of open) {
			if (known.has(mark(key))) this.closed.set(key, 'used');
			else this.claimed.set(key, claim);
		}
	}

	/** Uses keys up, right before the request with them. Tells of each whether it may be sent under, now and only now. */
	async use(keys: string[]): Promise<Map<string, KeyState>> {
		const states = new Map<string, KeyState>();
		for (const key of keys) states.set(key, this.closed.get(key) ?? 'ours');
		const open = [...states].filter(([, state]) => state === 'ours').map(([key]) => key);
		for (const claim of new Set(open.flatMap((key) => this.claimed.get(key) ?? []))) {
			const { lost, unsure } = await claim.confirm(
				open.filter((key) => this.claimed.get(key) === claim),
			);
			for (const key of lost) states.set(key, 'used');
			for (const key of unsure) states.set(key, 'unsure');
		}
		for (const key of open) {
			const state = states.get(key);
			// What is not ours is not ours to give back.
			if (state !== 'ours') this.claimed.delete(key);
			this.closed.set(key, state === 'unsure' ? state : 'used');
		}
		return states;
	}

	/** Gives keys of this run back that nothing was sent under. */
	async release(keys: string[]): Promise<void> {
		const own = keys.filter((key) => this.claimed.delete(key));
		for (const key of own) this.closed.delete(key);
		await this.list.forget(own.map(mark));
	}

	/** Gives back what was claimed and is not used. */
	async releaseUnused(): Promise<void> {
		await this.release([...this.claimed.keys()].filter((key) => !this.closed.has(key)));
	}

	/** The keys that were used before. None is claimed. */
	async usedBefore(keys: string[]): Promise<Set<string>> {
		await this.claim(keys);
		const used = keys.filter((key) => this.closed.has(key));
		await this.release(keys.filter((key) => !this.closed.has(key)));
		return new Set(used);
	}
}
