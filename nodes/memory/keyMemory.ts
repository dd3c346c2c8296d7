import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { MarkList } from './markList';
import { PROCESS_ID } from './thisProcess';

/**
 * How long a claim takes to settle, in milliseconds. Longer than any write of a healthy database, since a send is not in a
 * hurry, and a busy machine must not make keys `unsure`.
 */
export const CLAIM = { settledMs: 2000 };

const mark = (key: string) => `key|${key}`;
const scheduledMark = (key: string) => `scheduled|${key}`;
let claims = 0;

/** Only an item whose key is `ours` may be sent. `used`: by another execution, or before. `unsure`: n8n was too slow to tell. */
export type KeyState = 'ours' | 'used' | 'unsure';

interface Claim {
	/** Nobody else writes this mark. */
	ownMark: string;
	keys: string[];
	writtenAt: number;
	/** Whether the write took so long that it may have undone a claim that was confirmed meanwhile. */
	isLate: boolean;
	/** The confirmation under way, which all callers share. */
	confirming?: Promise<void>;
}

/**
 * The idempotency keys of a node. A claimed key counts as used: without leases and heartbeats, no stall and no clock can let
 * a second execution in. An execution gives back the keys under which it sent nothing.
 *
 * n8n's list has no lock (see `MarkList`): if two executions claim a key at once, both find it free, and the later write
 * undoes the earlier one. So `claim` records the keys with a mark of its own, and `use` records them again two seconds
 * later, when competing writes are over. What was there then settles the claim:
 * - Our own mark: the keys are ours.
 * - A key, but not our own mark: another execution has claimed that key.
 * - Neither: a claim to other keys undid ours. The key is now claimed again, and settled two seconds later.
 * A write of more than two seconds may undo a claim that is settled already, so its keys are `unsure`.
 */
export class KeyMemory {
	private readonly list: MarkList;
	/** The keys that this run can give back. */
	private readonly claimed = new Map<string, Claim>();
	/** How many requests of this run use a key. It is given back when none is left. */
	private readonly uses = new Map<string, number>();
	/** The keys with which this run must send nothing, or nothing more. */
	private readonly closed = new Map<string, Exclude<KeyState, 'ours'>>();

	constructor(context: IExecuteFunctions) {
		this.list = MarkList.of(context, 'node');
	}

	/** Claims the keys that nobody has used. The claim is settled by `use`. */
	async claim(keys: string[]): Promise<void> {
		const isOpen = (key: string) => !this.claimed.has(key) && !this.closed.has(key);
		const open = [...new Set(keys)].filter(isOpen);
		if (open.length === 0) return;
		const ownMark = `claim|${PROCESS_ID}-${++claims}`;
		const claim: Claim = { ownMark, keys: open, writtenAt: 0, isLate: false };
		const known = await this.write(claim, open);
		for (const key of open) {
			if (known.has(mark(key))) this.closed.set(key, 'used');
			else this.claimed.set(key, claim);
		}
	}

	/** Uses up keys, right before their request. An item whose key is `ours` may be sent now, and never again. */
	async use(keys: string[]): Promise<Map<string, KeyState>> {
		const open = keys.filter((key) => !this.closed.has(key));
		for (const claim of new Set(open.flatMap((key) => this.claimed.get(key) ?? []))) {
			claim.confirming ??= this.confirm(claim).finally(() => delete claim.confirming);
			await claim.confirming;
		}
		const states = new Map<string, KeyState>(
			keys.map((key) => [key, this.closed.get(key) ?? 'ours']),
		);
		for (const key of keys) {
			if (states.get(key) === 'ours') this.closed.set(key, 'used');
			if (this.claimed.has(key)) this.uses.set(key, this.usesOf(key) + 1);
		}
		return states;
	}

	/** Gives back keys under which nothing was sent, unless another request of this run uses them. */
	async release(keys: string[]): Promise<void> {
		for (const key of keys) this.uses.set(key, Math.max(0, this.usesOf(key) - 1));
		const ours = keys.filter((key) => this.usesOf(key) === 0 && this.claimed.delete(key));
		for (const key of ours) this.closed.delete(key);
		await this.list.forget(ours.map(mark));
	}

	/** Gives back the claimed keys that were not used. */
	async releaseUnused(): Promise<void> {
		await this.release([...this.claimed.keys()].filter((key) => !this.closed.has(key)));
	}

	/** Records that the messages of these keys are scheduled. */
	async noteSchedule(keys: string[]): Promise<void> {
		await this.list.record(keys.map(scheduledMark));
	}

	/** The keys whose messages are scheduled. */
	async scheduledOf(keys: string[]): Promise<Set<string>> {
		const known = await this.list.find(keys.map(scheduledMark));
		return new Set(keys.filter((key) => known.has(scheduledMark(key))));
	}

	/** The keys that were used before. Leaves no claim behind. */
	async usedBefore(keys: string[]): Promise<Set<string>> {
		await this.claim(keys);
		const used = keys.filter((key) => this.closed.has(key));
		await this.release(keys.filter((key) => !this.closed.has(key)));
		return new Set(used);
	}

	private usesOf(key: string): number {
		return this.uses.get(key) ?? 0;
	}

	/** Settles a claim, or checks that it still stands. Records all keys of the claim, since they share its mark. */
	private async confirm(claim: Claim): Promise<void> {
		for (;;) {
			await sleep(Math.max(0, claim.writtenAt + CLAIM.settledMs - performance.now()));
			const { isLate } = claim;
			const ours = claim.keys.filter((key) => this.claimed.get(key) === claim);
			const open = ours.filter((key) => !this.closed.has(key));
			if (open.length === 0) return;
			const known = await this.write(claim, ours);
			if (known.has(claim.ownMark)) return isLate ? this.lose(open, 'unsure') : undefined;
			this.lose(
				open.filter((key) => known.has(mark(key))),
				'used',
			);
		}
	}

	/** Closes keys that are not ours, so that `release` does not give them back. */
	private lose(keys: string[], state: Exclude<KeyState, 'ours'>): void {
		for (const key of keys) {
			this.claimed.delete(key);
			this.closed.set(key, state);
		}
	}

	/** Records a claim. Returns the marks that were there before. */
	private async write(claim: Claim, keys: string[]): Promise<Set<string>> {
		const { known, took } = await this.list.record([...keys.map(mark), claim.ownMark]);
		if (!known.has(claim.ownMark)) {
			claim.writtenAt = performance.now();
			claim.isLate = took > CLAIM.settledMs;
		}
		return known;
	}
}
