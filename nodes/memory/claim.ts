import { sleep } from 'n8n-workflow';

import type { MarkList } from './markList';

/** Longer than a write takes when nothing is wrong, so that whoever wrote over a claim has done so by then. */
export const SETTLED_MS = 500;

/** What became of a claim: `lost` to another process, or `unsure` because our own write was too slow to tell. */
export interface Confirmed {
	ours: string[];
	lost: string[];
	unsure: string[];
}

/**
 * A claim to things that several processes may want. n8n's list has no lock: whoever writes last undoes what others wrote
 * since he read it. So a claim is written with a mark of its own, and looked at again half a second later: the last writer
 * finds that mark, the others find theirs gone. What is gone altogether was undone by somebody who wanted something else, and
 * is claimed again by the same look. A write that itself took half a second may have undone a claim that was confirmed
 * meanwhile: nobody can tell, so it is `unsure`.
 */
export class Claim {
	private writtenAt = 0;
	private isLate = false;

	/** @param own a mark that nobody else writes @param marksOf all marks of a thing; the first one only one can have */
	constructor(
		private readonly list: MarkList,
		readonly own: string,
		private readonly marksOf: (id: string) => [string, ...string[]],
	) {}

	/** Writes the claim and tells which marks were there before. */
	async write(ids: string[]): Promise<Set<string>> {
		const { known, took } = await this.list.record([...ids.flatMap(this.marksOf), this.own]);
		if (!known.has(this.own)) {
			this.writtenAt = performance.now();
			this.isLate = took > SETTLED_MS;
		}
		return known;
	}

	/** Waits until the claim to these things is settled. Asked again, it tells whether it still stands. */
	async confirm(ids: string[]): Promise<Confirmed> {
		const result: Confirmed = { ours: [], lost: [], unsure: [] };
		for (let open = ids; open.length > 0; ) {
			await sleep(Math.max(0, this.writtenAt + SETTLED_MS - performance.now()));
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
