import type { ReplyValue } from '../../gateway/tree';

/** A figure of a reply as a number; the text itself when it is not one, `undefined` when it is missing. */
export function numberOf(value: ReplyValue | undefined): number | string | undefined {
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : value;
}
