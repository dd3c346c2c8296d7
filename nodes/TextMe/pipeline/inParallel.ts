/**
 * Works through `tasks`, at most `width` at a time, and returns the results in the order of the tasks. After a failure no
 * further task starts. Tasks under way are still awaited.
 *
 * @param choose picks the failure to raise from all failures, in the order of the tasks
 */
export async function inParallel<Task, Result>(
	tasks: Task[],
	width: number,
	work: (task: Task) => Promise<Result>,
	choose = ([first]: unknown[]): unknown => first,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures: unknown[] = [];
	let next = 0;
	async function worker(): Promise<void> {
		while (failures.length === 0 && next < tasks.length) {
			const index = next++;
			try {
				results[index] = await work(tasks[index] as Task);
			} catch (error) {
				failures[index] = error;
			}
		}
	}
	await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker));
	if (failures.length > 0) throw choose(failures.filter(Boolean));
	return results;
}
