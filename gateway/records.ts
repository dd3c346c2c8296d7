import { isTree } from './tree';
import type { ReplyTree, ReplyValue } from './tree';

/** Notes on rejected rows are not the records a reading operation asked for. */
const NOT_RECORDS: ReadonlySet<string> = new Set(['errors', '$']);

const isRecordList = (value: ReplyValue): value is ReplyTree[] =>
	Array.isArray(value) && value.length > 0 && value.every(isTree);

const isTextList = (value: ReplyValue): value is string[] =>
	Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

function inner(tree: ReplyTree): Array<[string, ReplyValue]> {
	return Object.entries(tree).filter(([name]) => !NOT_RECORDS.has(name));
}

/** The records of a delivery report or of the blocklist's listing. Source: specification, "dlr", "blacklist". */
export const transactionsIn = ({ transactions }: ReplyTree): ReplyTree[] =>
	Array.isArray(transactions) ? transactions.filter(isTree) : [];

/**
 * Finds the records of a reply whose form the specification does not show: the first list of objects, level by level.
 * Without any list, an object under a plural name, and else the only object of the reply, counts as a single record.
 * Returns an empty list when there is none.
 */
export function findRecords(tree: ReplyTree): ReplyTree[] {
	let level = [tree];
	let single: ReplyTree | undefined;
	while (level.length > 0) {
		const next: ReplyTree[] = [];
		for (const [name, value] of level.flatMap(inner)) {
			if (isRecordList(value)) return value;
			if (!isTree(value)) continue;
			if (name.endsWith('s')) single ??= value;
			next.push(value);
		}
		if (level[0] === tree && next.length === 1) single ??= next[0];
		level = next;
	}
	return single === undefined ? [] : [single];
}

/**
 * The first list of texts in a reply, level by level: what is left of records that have nothing but one field of the
 * list's own name, as `phones` made of `phone`. Returns an empty list when there is none.
 */
export function findTexts(tree: ReplyTree): string[] {
	let level = [tree];
	while (level.length > 0) {
		const values = level.flatMap(inner).map(([, value]) => value);
		const texts = values.find(isTextList);
		if (texts) return texts;
		level = values.filter(isTree);
	}
	return [];
}

/**
 * The ids of the lists that newCL made, in the order of its `cl` elements; empty texts where one is missing. A reply holds a
 * text for one list and an array for several. Source: specification, newCL.
 */
export function newListIds({ identifiers = [] }: ReplyTree): string[] {
	const ids = Array.isArray(identifiers) ? identifiers : [identifiers];
	return ids.map((id) => (isTree(id) ? String(id._ ?? '') : String(id)).trim());
}
