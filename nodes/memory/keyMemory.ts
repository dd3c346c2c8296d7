import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { MarkList } from './markList';
import { PROCESS_ID } from './thisProcess';

/**
 * After which time a claim is settled, in milliseconds: longer than a write of the database takes when nothing is wrong. A
 * send is not in a hurry, and a busy machine must not keep it back.
 */
export const CLAIM = { settledMs: 2000 };

const mark = (key: string) => `key|${key}`;
let claims = 0;

/** Whether a key is free to be sent under: `ours`, `used` before, or `unsure`, since n8n was too slow to tell. */
export type KeyState = 'ours' | 'used' | 'unsure';

interface Claim {
	/** A mark that nobody else writes. */
	own: string;
	keys: string[];
	writtenAt: number;
	/** Whether the write itself took so long that it may have undone a claim which was confirmed meanwhile. */
	isLate: boolean;
	/** Under way, for all who ask meanwhile. */
	confirmed?: Promise<void>;
}

/**
 * The idempotency keys of a node. A claimed key is a used key: nobody waits for whoever has claimed it and nothing expires,
 * so that no stall and no clock can let a second one in. What nothing was sent under, whoever has claimed it gives back.
 *
 * n8n's list has no lock: whoever writes last undoes what others wrote since it read. So keys are written with a mark of
 * their own and looked at again two seconds later, when whoever wrote over them has done so: the last writer finds its mark,
 * the others find theirs gone. A key that is gone as well was undone by somebody who wanted another one, and is claimed again
 * by the same look. After a write that itself took two seconds nobody can tell: its keys are `unsure`.
 */
export class KeyMemory {
	private readonly list: MarkList;
	/** The claims to the keys of this run that can be given back. */
	private readonly claimed = new Map<string, Claim>();
	/** Not to be sent under (any more) in this run. */
	private readonly closed = new Map<string, Exclude<KeyState, 'ours'>>();

	constructor(context: IExecuteFunctions) {
		this.list = MarkList.of(context, 'node');
	}

	/** Claims those of the keys that nobody has used. It is not settled before `use`. */
	async claim(keys: string[]): Promise<void> {
		const isOpen = (key: string) => !this.claimed.has(key) && !this.closed.has(key);
		const open = [...new Set(keys)].filter(isOpen);
		if (open.length === 0) return;
		const own = `claim|${PROCESS_ID}-${++claims}`;
		const claim: Claim = { own, keys: open, writtenAt: 0, isLate: false };
		const known = await this.write(claim, open);
		for (const key of open) {
			if (known.has(mark(key))) this.closed.set(key, 'used');
			else this.claimed.set(key, claim);
		}
	}

	/** Uses keys up, right before the request with them. Tells of each whether it may be sent under, now and only now. */
	async use(keys: string[]): Promise<Map<string, KeyState>> {
		const open = keys.filter((key) => !this.closed.has(key));
		for (const claim of new Set(open.flatMap((key) => this.claimed.get(key) ?? []))) {
			claim.confirmed ??= this.confirm(claim).finally(() => delete claim.confirmed);
			await claim.confirmed;
		}
		const states = new Map<string, KeyState>(
			keys.map((key) => [key, this.closed.get(key) ?? 'ours']),
		);
		for (const key of keys) if (states.get(key) === 'ours') this.closed.set(key, 'used');
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

	/**
	 * Waits until a claim is settled. Asked again, it finds out whether the claim still stands. Its mark stands for all of its
	 * keys, so it is asked for all of them.
	 */
	private async confirm(claim: Claim): Promise<void> {
		for (;;) {
			await sleep(Math.max(0, claim.writtenAt + CLAIM.settledMs - performance.now()));
			const { isLate } = claim;
			const own = claim.keys.filter((key) => this.claimed.get(key) === claim);
			const open = own.filter((key) => !this.closed.has(key));
			if (open.length === 0) return;
			const known = await this.write(claim, own);
			if (known.has(claim.own)) return isLate ? this.lose(open, 'unsure') : undefined;
			this.lose(
				open.filter((key) => known.has(mark(key))),
				'used',
			);
		}
	}

	/** What is not ours is not ours to give back. */
	private lose(keys: string[], state: Exclude<KeyState, 'ours'>): void {
		for (const key of keys) {
			this.claimed.delete(key);
			this.closed.set(key, state);
		}
	}

	/** Writes a claim and tells which marks were there before. */
	private async write(claim: Claim, keys: string[]): Promise<Set<string>> {
		const { known, took } = await this.list.record([...keys.map(mark), claim.own]);
		if (!known.has(claim.own)) {
			claim.writtenAt = performance.now();
			claim.isLate = took > CLAIM.settledMs;
		}
		return known;
	}
}
