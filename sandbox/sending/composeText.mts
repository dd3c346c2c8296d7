import type { Contact } from '../state.mts';

export interface ShortLink {
	id: string;
	short: string;
}

const FIELD = /\[DYNAMIC_FIELD([1-6])\]/g;

export interface Composition {
	message: string;
	tag: string | undefined;
	links: readonly ShortLink[];
	contact?: Contact;
}

/**
 * The text as it arrives. The specification's `[link-id]` is ambiguous, so both work for the link with ID 7: `[link-7]` and
 * `[7]`.
 */
export function composeText({ message, tag, links, contact }: Composition): string {
	const linked = links.reduce(
		(text, { id, short }) => text.replaceAll(`[link-${id}]`, short).replaceAll(`[${id}]`, short),
		message,
	);
	const merged =
		contact === undefined
			? linked
			: linked.replace(FIELD, (_, digit: string) => contact.fields[`df${digit}`] ?? '');
	return tag === undefined || tag === '' ? merged : `<${tag}>${merged}`;
}
