/**
 * Something about a stranger, or about what they wrote, that keeps them from being served, and is no mistake of the owner: the
 * item is skipped. The message is the reason, a sentence.
 */
export class Oddity extends Error {
	constructor(
		reason: string,
		readonly phone: string,
	) {
		super(reason);
	}
}
