/** The work of a node that never ends. `begun` resolves at its start. */
export function neverEnding() {
	let begin: () => void = () => undefined;
	const begun = new Promise<void>((resolve) => (begin = resolve));
	const after = (): Promise<void> => {
		begin();
		return new Promise(() => undefined);
	};
	return { begun, after };
}
