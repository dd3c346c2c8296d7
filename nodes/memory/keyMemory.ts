import type { IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { MarkList } from './markList';
import { mark, PROCESS_ID } from './slots';

/**
 * Milliseconds until a claim is certain. Longer than any write of a healthy database: a send can wait, and a busy machine must
 * not make keys `unsure`.
 */
const SETTLED_MS = 2000;

const markOf = ({ name }: Pick<Key, 'name'>) => mark('key', name);
/** If a key has several notes, the first of these counts. */
const NOTES = ['unsure', 'scheduled'] as const;
let claims = 0;

/**
 * Only an item whose key is `ours` may be sent. All other states mean used: `scheduled` for a text that may have been cancelled
 * since, `unsure` if n8n's database was too slow or failed, so that perhaps nothing was sent.
 */
export type KeyState = 'ours' | 'used' | (typeof NOTES)[number];

interface Claim {
	/** A mark that nobody else writes. */
	ownMark: string;
	keys: Key[];
	writtenAt: number;
	/** The confirmation in progress, which all callers share. */
	confirming?: Promise<void>;
	/** Until when the confirmation holds. */
	holdsUntil: number;
}

interface Key {
	name: string;
	claim: Claim;
	/** Whether this run may send under this key, and free the key. */
	state: KeyState;
	/** How many requests of this run use the key. At 0, the key can be freed. */
	uses: number;
}

const isFree = ({ state, uses }: Key) => state === 'ours' && uses === 0;
const stateOf = ({ state, uses }: Key) => (state === 'ours' && uses > 0 ? 'used' : state);

/**
 * The idempotency keys of a node. A claimed key counts as used, without leases or heartbeats: no stall and no clock can then
 * let a second execution in. An execution frees the keys under which it sent nothing. n8n's list has no lock (see `MarkList`).
 * If two executions claim a key together, both find it free, and the later write undoes the earlier one. So `claim` records the
 * keys with a mark of its own. Two seconds later, when competing writes are over, `use` records them again. What it finds
 * decides:
 * - Our own mark: the keys are ours.
 * - The key without our mark: another execution has it.
 * - Neither: a claim of other keys undid ours. Claim again, and check two seconds later. A write that took over 2 s may have
 * overwritten another claim, and a failed write may have been stored: treat their keys as `unsure`.
 */
export class KeyMemory {
	private readonly list: MarkList;
	/** The keys that this run has claimed and not freed. */
	private readonly keys = new Map<string, Key>();

	constructor(context: IExecuteFunctions) {
		this.list = MarkList.of(context, 'node');
	}

	/** Claims keys. `use` then decides whether the claim succeeded. */
	async claim(names: string[]): Promise<void> {
		const claim: Claim = {
			ownMark: mark('claim', `${PROCESS_ID}-${++claims}`),
			keys: [],
			writtenAt: 0,
			holdsUntil: 0,
		};
		for (const name of new Set(names)) {
			if (!this.keys.has(name)) claim.keys.push({ name, claim, state: 'ours', uses: 0 });
		}
		if (claim.keys.length === 0) return;
		await this.write(claim);
		for (const key of claim.keys) this.keys.set(key.name, key);
	}

	/** Marks claimed keys as used, right before their request. An item whose key is `ours` may be sent now, and never again. */
	async use(names: string[]): Promise<Map<string, KeyState>> {
		const free = this.of(names).filter(isFree);
		for (const claim of new Set(free.map((key) => key.claim))) {
			if (performance.now() < claim.holdsUntil) continue;
			claim.confirming ??= this.confirm(claim).finally(() => delete claim.confirming);
			await claim.confirming;
		}
		const states = new Map(this.of(names).map((key) => [key.name, stateOf(key)]));
		for (const key of this.of(names)) key.uses++;
		return states;
	}

	/** Takes back the use of keys under which nothing was sent. */
	release(names: string[]): void {
		for (const key of this.of(names)) key.uses--;
	}

	async freeAllBut(names: string[]): Promise<void> {
		const kept = new Set(names);
		for (const key of this.keys.values()) if (!kept.has(key.name)) key.uses = 0;
		await this.free();
	}

	/** Frees claimed keys that no request uses, in one call. */
	async free(names = [...this.keys.keys()]): Promise<void> {
		const free = this.of(names).filter(isFree);
		for (const key of free) {
			key.state = 'used';
			this.keys.delete(key.name);
		}
		await this.list.forget(free.map(markOf));
	}

	/** Returns the keys that were used before. Does not claim keys: another execution might take a claim for a send. */
	async usedBefore(names: string[]): Promise<Set<string>> {
		const known = await this.list.find(names.map((name) => markOf({ name })));
		const isUsed = (name: string) => {
			const own = this.keys.get(name);
			return own ? !isFree(own) : known.has(markOf({ name }));
		};
		return new Set(names.filter(isUsed));
	}

	/** Stores a note about used keys, for later runs. */
	async note(names: string[], note: (typeof NOTES)[number]): Promise<void> {
		await this.list.record(names.map((name) => mark(note, name)));
	}

	/** Reads the notes about used keys in one call: each call gives another process's write a chance to undo ours. */
	private async readNotes(keys: Key[]): Promise<void> {
		const marks = NOTES.flatMap((note) => keys.map(({ name }) => mark(note, name)));
		const known = await this.list.find(marks).catch(() => undefined);
		for (const key of keys) {
			const [note = 'used'] = NOTES.filter((one) => known?.has(mark(one, key.name)));
			key.state = known ? note : 'unsure';
		}
	}

	private of(names: string[]): Key[] {
		return names.flatMap((name) => this.keys.get(name) ?? []);
	}

	/** Decides a claim, or checks that it is still valid. */
	private async confirm(claim: Claim): Promise<void> {
		for (let stands = false; !stands && claim.keys.some(isFree);) {
			await sleep(Math.max(0, claim.writtenAt + SETTLED_MS - performance.now()));
			stands = await this.write(claim);
		}
		claim.holdsUntil = performance.now() + SETTLED_MS;
	}

	/** Records all keys of a claim, since they share its mark. Returns whether the claim was already recorded. */
	private async write(claim: Claim): Promise<boolean> {
		const ours = claim.keys.filter(({ state }) => state === 'ours');
		let begin = 0;
		const begins = () => (begin = performance.now());
		// Only the first write can be too late; a second one may be slow.
		const whenCalm = claim.writtenAt === 0;
		const marks = [...ours.map(markOf), claim.ownMark];
		const known = await this.list.record(marks, { begins, whenCalm }).catch(() => undefined);
		if (known?.has(claim.ownMark)) return true;
		claim.writtenAt = performance.now();
		const isLate = claim.writtenAt - begin > SETTLED_MS;
		for (const key of ours.filter(isFree)) {
			if (known?.has(markOf(key))) key.state = 'used';
			else if (!known || isLate) key.state = 'unsure';
		}
		const unsure = ours.filter(({ state }) => state === 'unsure').map(({ name }) => name);
		// If this fails, a later run takes the keys for used.
		await this.note(unsure, 'unsure').catch(() => undefined);
		await this.readNotes(ours.filter(({ state }) => state === 'used'));
		return false;
	}
}
