import { hasContent, isEvidentRecord } from './fields';
import { isTree } from './tree';
import type { ReplyTree, ReplyValue } from './tree';

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Fields that describe the whole reply, such as its status and page numbers. */
const ABOUT_REPLY = names(
	'status message verify_message total count pages page page_size per_page limit offset next prev previous cursor more has_more success ok code version timestamp time date',
);
/** Parts that never hold records. */
const NO_RECORDS_IN = names(
	'$ errors error warnings paging pagination pager page page_info pageinfo meta metadata links _links summary debug',
);
/** A single object under one of these names is no record. A list there may hold records. */
const NO_RECORD = names(
	'user account request query window range filter limits totals counts stats statistics',
);
const TROUBLE = names('errors error warnings');

/** `events`: reports, messages and blocked numbers. `choices`: the entries of a drop-down. */
export type Expected = 'anything' | 'events' | 'choices';

export interface Found {
	records: ReplyTree[];
	/** The rest of the reply, without its status and empty fields; undefined if nothing is left. */
	envelope: ReplyTree | undefined;
}

interface Candidate {
	source: ReplyTree;
	/** Fields that belong to the record but stand outside it: its key, and the fields of its groups. */
	around: ReplyTree | undefined;
	groups: ReplyTree[];
}

type Around = Pick<Candidate, 'around' | 'groups'>;

const NOTHING_AROUND: Around = { around: undefined, groups: [] };

const isScalar = (value: ReplyValue): value is string => typeof value === 'string';

/** Whether a value is an object, or a list with an object in it. */
const holdsTrees = (value: ReplyValue): boolean =>
	Array.isArray(value) ? value.some(holdsTrees) : !isScalar(value);

/** Splits an object into its fields that hold objects, and its other fields. */
export const apart = (tree: ReplyTree): ReplyTree[] =>
	[true, false].map((isHolder) =>
		Object.fromEntries(Object.entries(tree).filter(([, value]) => holdsTrees(value) === isHolder)),
	);

/** The filled fields of an object, without those that hold objects or describe the reply; undefined if there are none. */
function ownFields(tree: ReplyTree): ReplyTree | undefined {
	const own = Object.entries(tree).filter(
		([name, value]) => !holdsTrees(value) && hasContent(value) && !ABOUT_REPLY.has(name),
	);
	return own.length > 0 || tree.$ !== undefined ? Object.fromEntries(own) : undefined;
}

/** A key with a digit in it may be an index, or data such as a phone number or an external ID. */
const isKey = (name: string) => /[\d*]/.test(name);
const isCounted = (keys: string[]) =>
	[0, 1].some((first) => keys.every((key, at) => key === String(first + at)));

/** The entries of an object that is used as a list, with numbers or IDs as its keys; undefined for other objects. */
function membersOf(tree: ReplyTree): Array<[string, ReplyValue]> | undefined {
	const fields = Object.entries(tree).filter(
		([name, value]) => !(isScalar(value) && ABOUT_REPLY.has(name)),
	);
	const isList = fields.every(([name, value]) => isKey(name) && holdsTrees(value));
	return fields.length > 0 && isList ? fields : undefined;
}

/** Collects everything in a reply that may be a record. */
class Search {
	readonly lists: Candidate[][] = [];
	readonly lone: Array<{ name: string; candidate: Candidate }> = [];
	readonly texts: Array<{ name: string; list: string[]; source: object }> = [];

	constructor(private readonly expected: Expected) {}

	isEvident = ({ source }: Pick<Candidate, 'source'>): boolean =>
		this.expected === 'events' && isEvidentRecord(source);

	get evidentLists(): Candidate[][] {
		return this.lists.filter((list) => list.some(this.isEvident));
	}

	/** @param isInLone whether the object is inside another one that may be a record */
	tree(name: string, tree: ReplyTree, around: Around, isInLone = false): void {
		const members = membersOf(tree);
		if (members) {
			const isData = !isCounted(members.map(([key]) => key));
			const list = members.map(([key, value]): [ReplyValue, Around] => [
				value,
				isData ? { ...around, around: { ...around.around, key } } : around,
			]);
			this.list(name, list, tree);
			return;
		}
		for (const [field, value] of Object.entries(tree)) {
			if (NO_RECORDS_IN.has(field) || isScalar(value)) continue;
			if (Array.isArray(value)) {
				this.array(field, value, around);
			} else {
				this.single(field, value, around, isInLone);
			}
		}
	}

	private single(name: string, source: ReplyTree, around: Around, isInLone: boolean): void {
		const candidate = { source, ...around };
		const mayBeOne = !NO_RECORD.has(name) && !membersOf(source);
		if (mayBeOne && this.isEvident(candidate)) {
			this.lists.push([candidate]);
			return;
		}
		const isLone = mayBeOne && !isInLone && ownFields(source) !== undefined;
		if (isLone) this.lone.push({ name, candidate });
		this.tree(name, source, around, isInLone || isLone);
	}

	private array(name: string, value: ReplyValue[], around: Around): void {
		this.list(
			name,
			value.map((item) => [item, around]),
			value,
		);
	}

	private list(name: string, members: Array<[ReplyValue, Around]>, source: object): void {
		const list: Candidate[] = [];
		const texts: string[] = [];
		for (const [value, around] of members) {
			if (isScalar(value)) texts.push(value);
			else if (Array.isArray(value)) this.array(name, value, around);
			else {
				const own = ownFields(value);
				if (own === undefined && holdsOnlyTrees(value)) this.tree(name, value, around);
				else {
					list.push({ source: value, ...around });
					this.group(value, around);
				}
			}
		}
		if (list.length > 0) this.lists.push(list);
		else if (texts.length > 0) this.texts.push({ name, list: texts, source });
	}

	/** Events may come in groups, for example by day. */
	private group(source: ReplyTree, { around, groups }: Around): void {
		if (this.expected !== 'events' || this.isEvident({ source })) return;
		const [, own] = apart(source);
		const inner = new Search(this.expected);
		inner.tree('', source, { around: { ...around, ...own }, groups: [...groups, source] });
		this.lists.push(...inner.evidentLists);
	}
}

const holdsOnlyTrees = (tree: ReplyTree) =>
	Object.values(tree).some(holdsTrees) &&
	Object.values(tree).every((value) => holdsTrees(value) || !hasContent(value));

// Assumptions: senderRecords, birthdayRecords, contactListRecords, contactRecords, subAccountRecords
/**
 * Finds the records of a reply, wherever they are. The first of these that exists counts:
 * 1. the objects in its lists, and in objects that are used as lists;
 * 2. the texts in its lists, if they are choices or look like events;
 * 3. its only object, or an object under a plural name.
 *
 * Where events are expected, only objects that look like events count if there are any, and a single object has to look like
 * one. Everything else is the envelope, so that nothing but the status is lost.
 *
 * The specification does not show most of these replies: all of this is a guess.
 */
export function findRecords(tree: ReplyTree, expected: Expected = 'anything'): Found {
	const search = new Search(expected);
	search.tree('', tree, NOTHING_AROUND);
	const evident = search.evidentLists;
	const listed = (evident.length > 0 ? evident : search.lists).flat();
	if (listed.length > 0) return separated(tree, listed);

	const texts = search.texts
		.map(({ name, list, source }) => ({
			source,
			records: list.filter(hasContent).map((text): ReplyTree => ({ [singular(name)]: text })),
		}))
		.filter(
			({ records }) =>
				expected === 'choices' || (expected === 'events' && records.some(isEvidentRecord)),
		);
	const records = texts.flatMap((list) => list.records);
	if (records.length > 0) {
		return { records, envelope: envelopeOf(tree, new Set(texts.map(({ source }) => source))) };
	}
	return expected === 'events' ? loneEvent(tree) : loneRecord(tree, search);
}

const withoutStatus = (tree: ReplyTree): ReplyTree =>
	Object.fromEntries(Object.entries(tree).filter(([name]) => name !== 'status'));

/** The whole reply may be one event. */
function loneEvent(tree: ReplyTree): Found {
	const own = withoutStatus(tree);
	const isOne =
		['phone', 'dest', 'external_id'].some((name) => isScalar(own[name] ?? [])) &&
		isEvidentRecord(own) &&
		!Object.values(own).some(Array.isArray);
	return isOne ? { records: [own], envelope: undefined } : separated(tree, []);
}

function loneRecord(tree: ReplyTree, { lone }: Search): Found {
	const plural = lone.find(({ name }) => name.endsWith('s'));
	const single = plural ?? (lone.length === 1 ? lone[0] : undefined);
	return separated(tree, single ? [single.candidate] : []);
}

function separated(tree: ReplyTree, chosen: Candidate[]): Found {
	return {
		records: chosen.map(({ source, around }) => (around ? { ...around, ...source } : source)),
		envelope: envelopeOf(
			tree,
			new Set<object>(chosen.map(({ source }) => source)),
			new Set<object>(chosen.flatMap(({ groups }) => groups)),
		),
	};
}

/** The rest of a reply, without its records and without the fields of their groups, which go into the records. */
function envelopeOf(
	tree: ReplyTree,
	taken: ReadonlySet<object>,
	groups: ReadonlySet<object> = new Set(),
): ReplyTree | undefined {
	const left = (value: ReplyValue): ReplyValue | undefined => {
		if (isScalar(value)) return hasContent(value) ? value : undefined;
		if (taken.has(value)) return undefined;
		if (Array.isArray(value)) {
			const items = value.map(left).filter((item) => item !== undefined);
			return items.length > 0 ? items : undefined;
		}
		const fields = Object.entries(value).flatMap(([name, field]): Array<[string, ReplyValue]> => {
			const rest = groups.has(value) && !holdsTrees(field) ? undefined : left(field);
			return rest === undefined ? [] : [[name, rest]];
		});
		return fields.length > 0 ? Object.fromEntries(fields) : undefined;
	};
	return left(withoutStatus(tree)) as ReplyTree | undefined;
}

/** Whether a reply without records holds nothing else of interest. */
export const isEmptyReply = (envelope: ReplyTree, expected: Expected = 'anything'): boolean =>
	Object.keys(envelope).every(
		(name) =>
			ABOUT_REPLY.has(name) ||
			(NO_RECORDS_IN.has(name) && !TROUBLE.has(name)) ||
			(NO_RECORD.has(name) && expected === 'events'),
	);

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '') || 'value';

/**
 * The IDs of the lists that newCL created, in the order of its `cl` elements, with an empty text for a missing one. The reply
 * holds a text for one list and an array for several. Source: specification, newCL.
 */
export function newListIds({ identifiers = [] }: ReplyTree): string[] {
	const ids = Array.isArray(identifiers) ? identifiers : [identifiers];
	return ids.map((id) => (isTree(id) ? String(id._ ?? '') : String(id)).trim());
}
