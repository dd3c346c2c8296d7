import { sleep } from 'n8n-workflow';

import type { MarkList } from './markList';

/**
 * After which time a claim is settled, in milliseconds: longer than a write of the database takes when nothing is wrong, so
 * that whoever wrote over it has done so by then. A send is not in a hurry, and a busy machine must not keep it back.
 */
export const SETTLED_MS = { event: 500, key: 2000 };

/** What became of a claim: `lost` to another process, or `unsure` because our own write was too slow to tell. */
export interface Confirmed {
	ours: string[];
	lost: string[];
	unsure: string[];
}

/**
 * A claim to things that several processes may want. n8n's list has no lock: whoever writes last undoes what others wrote
 * since he read it. So a claim is written with a mark of its own, and looked at again a while later: the last writer
 * finds that mark, the others find theirs gone. What is gone altogether was undone by somebody who wanted something else, and
 * is claimed again by the same look. A write that itself took that long may have undone a claim that was confirmed
 * meanwhile: nobody can tell, so it is `unsure`.
 */
export class Claim {
	private writtenAt = 0;
	private isLate = false;

	/** @param own a mark that nobody else writes @param marksOf all marks of a thing; the first one only one can have */
	constructor(
		private readonly list: MarkList,
		private readonly settledMs: number,
		readonly own: string,
		private readonly marksOf: (id: string) => [string, ...string[]],
	) {}

	/** Writes the claim and tells which marks were there before. */
	async write(ids: string[]): Promise<Set<string>> {
		const { known, took } = await this.list.record([...ids.flatMap(this.marksOf), this.own]);
		if (!known.has(this.own)) {
			this.writtenAt = performance.now();
			this.isLate = took > this.settledMs;
		}
		return known;
	}

	/** Waits until the claim to these things is settled. Asked again, it tells whether it still stands. */
	async confirm(ids: string[]): Promise<Confirmed> {
		const result: Confirmed = { ours: [], lost: [], unsure: [] };
		for (let open = ids; open.length > 0; ) {
			await sleep(Math.max(0, this.writtenAt + this.settledMs - performance.now()));
			const wasLate = this.isLate;
			const known = await this.write(open);
			if (known.has(this.own)) {
				(wasLate ? result.unsure : result.ours).push(...open);
				break;
			}
			const isLost = (id: string) => known.has(this.marksOf(id)[0]);
			result.lost.push(...open.filter(isLost));
			open = open.filter((id) => !isLost(id));
		}
		return result;
	}
}
