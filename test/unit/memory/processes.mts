import { allNoted, Claims } from '../../../nodes/memory/claims';
import { ProcessedList } from '../../../nodes/memory/processedList';
import type { SharedRow } from './sharedRow.mts';

/** What makes claims in one more process. */
export function startProcess(row: SharedRow, delay: () => number): () => Claims {
	const context = row.startProcess(delay);
	const list = ProcessedList.of(context, 'node', 10_000);
	return () => new Claims(list, true, context.logger);
}

export const start = (row: SharedRow, count: number, delay: () => number) =>
	Array.from({ length: count }, () => startProcess(row, delay));

/** Lets time pass until the work and all it has left to do in the background is done. */
export async function played<T>(work: Promise<T>): Promise<T> {
	const result = work.then(async (done) => {
		await allNoted();
		return done;
	});
	await jest.advanceTimersByTimeAsync(200_000);
	return await result;
}

export const silence = async (ms: number) => await jest.advanceTimersByTimeAsync(ms);

export const IDS = Array.from({ length: 12 }, (_, n) => `order ${n}`);
export const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);
