/** What the node behind a trigger does in a workflow that never gets to its end, and when it has begun to. */
export function neverEnding() {
	let begin: () => void = () => undefined;
	const begun = new Promise<void>((resolve) => (begin = resolve));
	const after = (): Promise<void> => {
		begin();
		return new Promise(() => undefined);
	};
	return { begun, after };
}
