import { hasContent } from './fields';
import { isTree } from './tree';
import type { ReplyTree, ReplyValue } from './tree';

/** The container of records that the specification shows: of reports, incoming messages and blocked numbers. */
const CONTAINER = 'transactions';

/** Rows that were refused are no records. */
const REFUSED = 'errors';

/** What a reply without records may say about itself. */
const ABOUT_REPLY: readonly string[] = ['message', 'total', 'count', 'page', 'pages', 'user'];

export interface Found {
	records: ReplyTree[];
	/** The rest of the reply, without its status and empty fields; undefined if nothing is left. */
	envelope: ReplyTree | undefined;
}

// Assumptions: senderRecords, birthdayRecords, contactListRecords, contactRecords, subAccountRecords
/**
 * The records of a reply: those in the documented container, or else in its first list of objects. Other replies have none,
 * and are all envelope: nothing but the status is lost.
 */
export function findRecords(tree: ReplyTree): Found {
	const { [CONTAINER]: shown } = tree;
	const records = isList(shown) ? shown : firstList(tree);
	const envelope = withoutList(tree, records);
	delete envelope.status;
	return {
		records: records ?? [],
		envelope: Object.keys(envelope).length > 0 ? envelope : undefined,
	};
}

const isList = (value: ReplyValue | undefined): value is ReplyTree[] =>
	Array.isArray(value) && value.every(isTree);

function firstList(tree: ReplyTree): ReplyTree[] | undefined {
	for (const [name, value] of Object.entries(tree)) {
		if (name === REFUSED) continue;
		if (isList(value) && value.length > 0) return value;
		const inner = isTree(value) ? firstList(value) : undefined;
		if (inner) return inner;
	}
	return undefined;
}

/** A copy without this list and without empty fields. */
function withoutList(tree: ReplyTree, list: ReplyTree[] | undefined): ReplyTree {
	const left = Object.entries(tree).map(([name, value]): [string, ReplyValue] => [
		name,
		value === list ? '' : isTree(value) ? withoutList(value, list) : value,
	]);
	return Object.fromEntries(left.filter(([, value]) => hasContent(value)));
}

/** Whether a reply without records holds nothing else of interest. */
export const isEmptyReply = (envelope: ReplyTree): boolean =>
	Object.keys(envelope).every((name) => ABOUT_REPLY.includes(name));

/**
 * The IDs of the lists that newCL created, in the order of its `cl` elements, with an empty text for a missing one. The reply
 * holds a text for one list and an array for several. Source: specification, newCL.
 */
export function newListIds({ identifiers = [] }: ReplyTree): string[] {
	const ids = Array.isArray(identifiers) ? identifiers : [identifiers];
	return ids.map((id) => (isTree(id) ? String(id._ ?? '') : String(id)).trim());
}
