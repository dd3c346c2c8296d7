import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';

import type { Member } from './plannedCall';

/** Keys of one node that n8n remembers; the oldest are forgotten first. */
const REMEMBERED_KEYS = 100_000;

const OPTIONS: ICheckProcessedOptions = { mode: 'entries', maxEntries: REMEMBERED_KEYS };

/**
 * The idempotency keys of a node, kept in n8n's database across executions. A key is claimed before its item is sent, so
 * that neither a crash nor a second execution sends the item again; a definite rejection gives it back.
 */
export class IdempotencyKeys {
	private readonly seenInThisRun = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {}

	/** Claims the keys of items and returns the items whose key was used before. */
	async claim(members: Member[]): Promise<Set<Member>> {
		const used = new Set<Member>();
		const claiming = new Map<string, Member>();
		for (const member of members) {
			const { idempotencyKey: key } = member;
			if (key === undefined) continue;
			if (this.seenInThisRun.has(key)) used.add(member);
			else claiming.set(key, member);
			this.seenInThisRun.add(key);
		}
		if (claiming.size === 0) return used;
		for (const key of await this.record([...claiming.keys()])) {
			const member = claiming.get(String(key));
			if (member) used.add(member);
		}
		return used;
	}

	/** Gives back the keys of items that the gateway has definitely not acted on. */
	async release(members: Member[]): Promise<void> {
		const keys = members.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
		if (keys.length === 0) return;
		await this.context.helpers.removeProcessed(keys, 'node', OPTIONS);
		keys.forEach((key) => this.seenInThisRun.delete(key));
	}

	private async record(keys: string[]) {
		const { helpers } = this.context;
		try {
			return (await helpers.checkProcessedAndRecord(keys, 'node', OPTIONS)).processed;
		} catch {
			// Two executions that both write the very first key of a node collide in the database; the second try finds it.
			return (await helpers.checkProcessedAndRecord(keys, 'node', OPTIONS)).processed;
		}
	}
}
