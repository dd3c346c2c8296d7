/**
 * Works through `tasks` with at most `width` of them under way, and gives the results in the order of the tasks. After the
 * first one that raises, no further task is begun.
 */
export async function inParallel<Task, Result>(
	tasks: Task[],
	width: number,
	work: (task: Task) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	let stopped = false;
	async function worker(): Promise<void> {
		while (!stopped && next < tasks.length) {
			const index = next++;
			try {
				results[index] = await work(tasks[index] as Task);
			} finally {
				stopped ||= !(index in results);
			}
		}
	}
	await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker));
	return results;
}
