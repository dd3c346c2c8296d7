import { isTree } from './tree';
import type { ReplyTree } from './tree';

/**
 * The ids of the lists that newCL made, in the order of its `cl` elements; empty texts where one is missing. A reply holds a
 * text for one list and an array for several. Source: specification, newCL.
 */
export function newListIds({ identifiers = [] }: ReplyTree): string[] {
	const ids = Array.isArray(identifiers) ? identifiers : [identifiers];
	return ids.map((id) => (isTree(id) ? String(id._ ?? '') : String(id)).trim());
}
