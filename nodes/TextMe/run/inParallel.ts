/** Works through `tasks`, at most `width` at a time. The results are in the order of the tasks. */
export async function inParallel<Task, Result>(
	tasks: readonly Task[],
	width: number,
	work: (task: Task) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	async function worker(): Promise<void> {
		while (next < tasks.length) {
			const index = next++;
			results[index] = await work(tasks[index] as Task);
		}
	}
	await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker));
	return results;
}
