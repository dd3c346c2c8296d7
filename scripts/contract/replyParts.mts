import { isTree } from '../../gateway/codec';
import type { ReplyTree, ReplyValue } from '../../gateway/tree';

/** The objects of every list in a reply, wherever it is, or the ones under names that are numbers. */
export function recordsOf(tree: ReplyTree): ReplyTree[] {
	return Object.entries(tree).flatMap(([name, value]) => {
		if (name === 'errors' || name === '$') return [];
		if (Array.isArray(value)) return value.filter(isTree);
		if (!isTree(value)) return [];
		const inner = recordsOf(value);
		if (inner.length > 0) return inner;
		const children = Object.values(value);
		if (children.length > 0 && children.every(isTree)) return children;
		return [value];
	});
}

/** The names and texts in a record, at any depth. */
export function leavesOf(tree: ReplyTree): Array<[name: string, value: string]> {
	const leaves = (name: string, value: ReplyValue): Array<[string, string]> => {
		if (typeof value === 'string') return [[name, value]];
		if (Array.isArray(value)) return value.flatMap((item) => leaves(name, item));
		return leavesOf(value).map(([inner, text]) => [inner === '_' ? name : inner, text]);
	};
	return Object.entries(tree).flatMap(([name, value]) => leaves(name, value));
}
