import { findRecords } from '../../gateway/records';
import type { ReplyTree, ReplyValue } from '../../gateway/tree';
import type { Spoken } from './speak.mts';

/** The records of a reply, as the node finds them. */
export const recordsIn = (spoken: Spoken | undefined) => findRecords(spoken?.tree ?? {}).records;

/** The names and texts in a record, at any depth. */
export function leavesOf(tree: ReplyTree): Array<[name: string, value: string]> {
	const leaves = (name: string, value: ReplyValue): Array<[string, string]> => {
		if (typeof value === 'string') return [[name, value]];
		if (Array.isArray(value)) return value.flatMap((item) => leaves(name, item));
		return leavesOf(value).map(([inner, text]) => [inner === '_' ? name : inner, text]);
	};
	return Object.entries(tree).flatMap(([name, value]) => leaves(name, value));
}
