import { hasContent } from './readFields';
import { isTree } from '../values/tree';
import type { ReplyTree, ReplyValue } from '../values/tree';

/** The specification's container for reports, incoming messages and blocked numbers. */
const CONTAINER = 'transactions';

/** Refused rows are not records. */
const REFUSED = 'errors';

/** Fields of a reply without records that only describe the reply. */
const ABOUT_REPLY: readonly string[] = ['message', 'total', 'count', 'page', 'pages', 'user'];

export interface Found {
	records: ReplyTree[];
	/** The rest of the reply, without status and empty fields; undefined if nothing remains. */
	envelope: ReplyTree | undefined;
}

// Assumptions: senderRecords, birthdayRecords, contactListRecords, contactRecords, subAccountRecords
/**
 * The records of a reply: the documented container, or else the first list with objects. The envelope keeps everything else,
 * so nothing except the status is lost.
 */
export function findRecords(tree: ReplyTree): Found {
	const { [CONTAINER]: shown } = tree;
	const list = isList(shown) ? shown : firstList(tree);
	const envelope = withoutRecords(tree, list);
	delete envelope.status;
	return {
		records: list?.filter(isTree) ?? [],
		envelope: Object.keys(envelope).length > 0 ? envelope : undefined,
	};
}

/** One object is enough: PHP writes an empty record as `[]`, which must not hide the others. */
const isList = (value: ReplyValue | undefined): value is ReplyValue[] =>
	Array.isArray(value) && (value.length === 0 || value.some(isTree));

function firstList(tree: ReplyTree): ReplyValue[] | undefined {
	for (const [name, value] of Object.entries(tree)) {
		if (name === REFUSED) continue;
		if (isList(value) && value.length > 0) return value;
		const inner = isTree(value) ? firstList(value) : undefined;
		if (inner) return inner;
	}
	return undefined;
}

/** A copy without empty fields, and with only those entries of the list that are no records. */
function withoutRecords(tree: ReplyTree, list: ReplyValue[] | undefined): ReplyTree {
	const left = Object.entries(tree).map(([name, value]): [string, ReplyValue] => {
		if (isTree(value)) return [name, withoutRecords(value, list)];
		return [name, value === list ? list.filter((entry) => !isTree(entry)) : value];
	});
	return Object.fromEntries(left.filter(([, value]) => hasContent(value)));
}

/** Whether a reply without records contains nothing else that people need. */
export const isEmptyReply = (envelope: ReplyTree): boolean =>
	Object.keys(envelope).every((name) => ABOUT_REPLY.includes(name));

/**
 * The IDs of the lists that newCL created, in the order of its `cl` elements; empty text for a missing ID. For one list the
 * reply holds a text, for several an array. Source: specification, newCL.
 */
export function newListIds({ identifiers = [] }: ReplyTree): string[] {
	const ids = Array.isArray(identifiers) ? identifiers : [identifiers];
	return ids.map((id) => (isTree(id) ? String(id._ ?? '') : String(id)).trim());
}
