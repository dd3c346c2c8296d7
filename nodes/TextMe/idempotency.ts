import type { IExecuteFunctions } from 'n8n-workflow';

import { Claims } from '../memory/claims';
import { doneWith, MARKS, takenUp, traces } from '../memory/marks';
import { ProcessedList } from '../memory/processedList';
import type { Member } from './plannedCall';

/** Keys of one node that n8n remembers; the oldest are forgotten first. */
const REMEMBERED_KEYS = 100_000;
/** Marks beside those of remembered keys: for a while a claimed key has more of them. */
const ROOM_FOR_CLAIMS = 30_000;

/**
 * The idempotency keys of a node, kept in n8n's database across executions. A key is claimed before its item is sent, so
 * that no other execution sends it as well, and used up right before the request: a process that is killed later leaves
 * the key used, since the gateway may have got the request. A definite rejection gives the key back.
 */
export class IdempotencyKeys {
	private readonly seenInThisRun = new Set<string>();
	private readonly claims: Claims;
	/** Claimed, and in no request yet. */
	private readonly unused = new Set<Member>();
	private readonly used: string[] = [];
	private readonly letGo: Array<() => void> = [];

	constructor(context: IExecuteFunctions) {
		// A node is not told whether it runs in one of several workers.
		this.claims = new Claims(listOf(context), true, context.logger);
	}

	/** Claims the keys of items and returns the items whose key was used before, or is being used by another execution. */
	async claim(members: Member[]): Promise<Set<Member>> {
		const repeated = new Set<Member>();
		const claiming = new Map<string, Member>();
		for (const member of members) {
			const { idempotencyKey: key } = member;
			if (key === undefined) continue;
			if (this.seenInThisRun.has(key)) repeated.add(member);
			else claiming.set(key, member);
			this.seenInThisRun.add(key);
		}
		if (claiming.size === 0) return repeated;
		const { won, open } = await this.claims.win([...claiming.keys()]);
		// At once: the others can take a minute.
		this.letGo.push(this.claims.hold([...won]));
		const leftOver = await this.claims.leftOverAtLast(open);
		this.letGo.push(this.claims.hold([...leftOver]));
		for (const [key, member] of claiming) {
			if (won.has(key) || leftOver.has(key)) this.unused.add(member);
			else repeated.add(member);
		}
		return repeated;
	}

	/** Right before the request with these items. */
	async use(members: Member[]): Promise<void> {
		members.forEach((member) => this.unused.delete(member));
		const keys = keysOf(members);
		if (keys.length > 0)
			await this.claims.note(keys.flatMap((key) => [takenUp(key), doneWith(key)]));
		this.used.push(...keys);
	}

	/** Gives back the keys of items that the gateway has definitely not acted on. */
	async release(members: Member[]): Promise<void> {
		const keys = keysOf(members);
		if (keys.length === 0) return;
		await this.claims.forget(keys.flatMap(traces));
		keys.forEach((key) => this.seenInThisRun.delete(key));
	}

	/**
	 * Gives back what was claimed and not used, and lets go of the others: what is held takes several times the room in n8n's
	 * memory.
	 */
	async settle(): Promise<void> {
		await this.release([...this.unused]);
		this.unused.clear();
		this.claims.done(this.used.splice(0));
		const letGo = this.letGo.splice(0);
		this.claims.makeSure(() => letGo.forEach((each) => each()));
	}
}

/** The items whose key was used before. None is claimed. */
export async function usedBefore(
	context: IExecuteFunctions,
	members: Member[],
): Promise<Set<Member>> {
	const used = await listOf(context).peek(keysOf(members).map(doneWith));
	return new Set(
		members.filter(({ idempotencyKey: key }) => key !== undefined && used.has(doneWith(key))),
	);
}

const listOf = (context: IExecuteFunctions) =>
	ProcessedList.of(context, 'node', MARKS * REMEMBERED_KEYS + ROOM_FOR_CLAIMS);

const keysOf = (members: Member[]) => members.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
