import { hasContent, isEvidentRecord } from './fields';
import { isTree } from './tree';
import type { ReplyTree, ReplyValue } from './tree';

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Figures and texts about a reply, which stand beside its records. */
const ABOUT_REPLY = names(
	'status message verify_message total count pages page page_size per_page limit offset next prev previous cursor more has_more success ok code version timestamp time date',
);
/** Parts of a reply that are about it, whatever they hold. */
const NO_RECORDS_IN = names(
	'$ errors error warnings paging pagination pager page page_info pageinfo meta metadata links _links summary debug',
);
/** An object of one of these names is no record, while a list of them may be. */
const NO_RECORD = names(
	'user account request query window range filter limits totals counts stats statistics',
);
const TROUBLE = names('errors error warnings');

/** Reports, messages and blocked numbers are `events`; what a person picks one of are `choices`. */
export type Expected = 'anything' | 'events' | 'choices';

export interface Found {
	records: ReplyTree[];
	/** What the reply says besides, without status and blanks; undefined when there is nothing. */
	envelope: ReplyTree | undefined;
}

interface Candidate {
	source: ReplyTree;
	/** What belongs to it but stands around it: the key it is under, and the fields of its groups. */
	around: ReplyTree | undefined;
	groups: ReplyTree[];
}

type Around = Pick<Candidate, 'around' | 'groups'>;

const NOTHING_AROUND: Around = { around: undefined, groups: [] };

const isScalar = (value: ReplyValue): value is string => typeof value === 'string';

/** Whether there is an object in it. */
export const holdsTrees = (value: ReplyValue): boolean =>
	isTree(value) || (Array.isArray(value) && value.some(holdsTrees));

/** The fields of an object that say something about it; undefined when it only holds other objects. */
function ownFields(tree: ReplyTree): ReplyTree | undefined {
	const own = Object.entries(tree).filter(
		([name, value]) => !holdsTrees(value) && hasContent(value) && !ABOUT_REPLY.has(name),
	);
	return own.length > 0 || tree.$ !== undefined ? Object.fromEntries(own) : undefined;
}

/** A key that does not just count is data, such as a phone or an external ID. */
const isKey = (name: string) => /[\d*]/.test(name);
const isCounted = (keys: string[]) =>
	[0, 1].some((first) => keys.every((key, at) => key === String(first + at)));

/** The members of an object that stands for a list: objects, or lists of them, under numbers or IDs. */
function membersOf(tree: ReplyTree): Array<[string, ReplyValue]> | undefined {
	const fields = Object.entries(tree).filter(
		([name, value]) => !(isScalar(value) && ABOUT_REPLY.has(name)),
	);
	const isList = fields.every(([name, value]) => isKey(name) && holdsTrees(value));
	return fields.length > 0 && isList ? fields : undefined;
}

/** Everything in a reply that may be a record. */
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

	/** @param isInLone whether the object may be a record itself */
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

	/** Events may come in groups, as by day. */
	private group(source: ReplyTree, { around, groups }: Around): void {
		if (this.expected !== 'events' || this.isEvident({ source })) return;
		const own = Object.fromEntries(
			Object.entries(source).filter(([, value]) => !holdsTrees(value)),
		);
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
 * Finds the records of a reply wherever they are: the objects of all its lists, also of those that are keyed by number; else
 * the texts of its lists, where they can be told or are to be chosen from; else its only object, or one under a plural name. Where events are expected, objects that can be
 * told to be such come before all others, and a single object has to be one of them. What is no record is the envelope:
 * together they hold everything but the status.
 *
 * Where the specification shows no form, all of this is a guess.
 */
export function findRecords(tree: ReplyTree, expected: Expected = 'anything'): Found {
	const search = new Search(expected);
	search.tree('', tree, NOTHING_AROUND);
	const evident = search.evidentLists;
	const listed = (evident.length > 0 ? evident : search.lists).flat();
	if (listed.length > 0) return parted(tree, listed);

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

/** A lone event may be the whole reply. */
function loneEvent(tree: ReplyTree): Found {
	const own = withoutStatus(tree);
	const isOne =
		['phone', 'dest', 'external_id'].some((name) => isScalar(own[name] ?? [])) &&
		isEvidentRecord(own) &&
		!Object.values(own).some(Array.isArray);
	return isOne ? { records: [own], envelope: undefined } : parted(tree, []);
}

function loneRecord(tree: ReplyTree, { lone }: Search): Found {
	const plural = lone.find(({ name }) => name.endsWith('s'));
	const single = plural ?? (lone.length === 1 ? lone[0] : undefined);
	return parted(tree, single ? [single.candidate] : []);
}

function parted(tree: ReplyTree, chosen: Candidate[]): Found {
	return {
		records: chosen.map(({ source, around }) => (around ? { ...around, ...source } : source)),
		envelope: envelopeOf(
			tree,
			new Set<object>(chosen.map(({ source }) => source)),
			new Set<object>(chosen.flatMap(({ groups }) => groups)),
		),
	};
}

/** What is left of a reply without its records and what is told with them. */
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

/** Whether an envelope only describes a reply that holds no records. */
export const isEmptyReply = (envelope: ReplyTree, expected: Expected = 'anything'): boolean =>
	Object.keys(envelope).every(
		(name) =>
			ABOUT_REPLY.has(name) ||
			(NO_RECORDS_IN.has(name) && !TROUBLE.has(name)) ||
			(NO_RECORD.has(name) && expected === 'events'),
	);

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '') || 'value';

/**
 * The ids of the lists that newCL made, in the order of its `cl` elements; empty texts where one is missing. A reply holds a
 * text for one list and an array for several. Source: specification, newCL.
 */
export function newListIds({ identifiers = [] }: ReplyTree): string[] {
	const ids = Array.isArray(identifiers) ? identifiers : [identifiers];
	return ids.map((id) => (isTree(id) ? String(id._ ?? '') : String(id)).trim());
}
