import type { IExecuteFunctions, Logger } from 'n8n-workflow';

let processes = 0;

/** n8n's list as several processes see it: read, changed and written without a lock (2.41.1, deduplication-helper). */
export class SharedRow {
	private row: readonly string[] = [];

	get marks(): readonly string[] {
		return this.row;
	}

	/**
	 * The context of another worker.
	 * @param delay milliseconds from read to write of this process's next call
	 * @param killedAt from when on it writes nothing (milliseconds since 1970)
	 * @param failure the error of the next call, which is stored nevertheless
	 */
	startProcess(
		delay: () => number,
		killedAt = Infinity,
		failure: () => Error | undefined = () => undefined,
	): IExecuteFunctions {
		const change = async (changed: (read: readonly string[]) => readonly string[]) => {
			const read = this.row;
			await pause(delay());
			if (Date.now() > killedAt) throw new Error('killed');
			this.row = changed(read);
			const error = failure();
			if (error) throw error;
			return read;
		};
		const added = (row: readonly string[], marks: string[]) => [...new Set([...row, ...marks])];
		// `MarkList` keeps one list per node, so another node ID stands for another process with the same row.
		const id = `process ${++processes}`;
		return {
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id }),
			getExecutionId: () => id,
			instanceSettings: { isWorker: true },
			logger: { warn: fail } as unknown as Logger,
			helpers: {
				checkProcessedAndRecord: async (
					marks: string[],
					_: unknown,
					{ maxEntries }: { maxEntries: number },
				) => {
					const read = await change((row) => added(row, marks).slice(-maxEntries));
					const known = new Set(read);
					return { processed: marks.filter((mark) => known.has(mark)), new: [] };
				},
				removeProcessed: async (marks: string[], _: unknown, { mode }: { mode: string }) => {
					expect(mode).toBe('entries');
					const removed = new Set(marks);
					await change((row) => row.filter((mark) => !removed.has(mark)));
				},
			},
		} as unknown as IExecuteFunctions;
	}
}

export async function pause(ms: number): Promise<void> {
	await new Promise<void>((resolve) => setTimeout(resolve, ms));
}

function fail(message: string): never {
	throw new Error(message);
}

/** Numbers below `limit` in a fixed pseudo-random order (Lehmer's generator). */
export function numbersBelow(limit: number, seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return (state / 2_147_483_647) * limit;
	};
}
