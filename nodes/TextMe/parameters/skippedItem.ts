/**
 * A stranger, or a stranger's message, makes an item impossible to serve, and the owner made no mistake: the item is skipped.
 * The message is the reason, as a sentence.
 */
export class SkippedItem extends Error {
	constructor(
		reason: string,
		readonly phone: string,
	) {
		super(reason);
	}
}
