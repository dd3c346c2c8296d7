/**
 * A value that the gateway would refuse, found before anything was sent.
 *
 * The message is the rest of a sentence whose subject is the field, with what to do about it and without a final period:
 * a caller puts the field's display name in front and the item behind, `'Sender' has 12 characters; … [item 3]`.
 */
export class InputError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'InputError';
	}
}

/** A refused value for a message, in quotes: its first 30 characters, which is enough to recognise it. */
export const quoted = (text: string): string => `"${text.slice(0, 30)}"`;
