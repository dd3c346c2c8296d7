import { isTree } from './tree';
import { groupBy } from './lists';
import { phoneKey } from './phone';
import type { ReplyTree, ReplyValue } from './tree';

/** A row of a request that a sentence of the reply can be about. */
export interface Row {
	phone?: string;
	/** Tells the lists of one request apart, because the same phone may be in several of them. */
	list?: string;
	/** The id by which a sentence may name the list. */
	listId?: string;
}

export interface TiedErrors {
	/** The reason why a row was refused, by its position; undefined for the other rows. */
	reasons: Array<string | undefined>;
	/** Sentences that name no row of the request. */
	notes: string[];
}

/** First the numbers without spaces, because a space may also stand between two numbers. */
const NUMBERS = [/\+?\d[\d-]*/g, /\+?\d[\d\s().-]*\d/g];
const WORD_BREAK = /[^\p{L}\p{N}_-]+/u;
const POSITION = /^\d{1,5}$/;
const WHICH_LIST = 'the reply does not say for which list';

// Assumption: rowErrors
/**
 * Ties the `errors` of a reply to the rows they are about. The specification shows no form for them; the public record has
 * sentences such as "0501234567 is already on the contact list and therefore not added". A sentence is about the rows
 * whose number it holds, in whatever way it is written; without a number, about the rows of the list it names.
 *
 * If a number is in several lists and its sentences name none of them, the lists take one sentence each, in order. With
 * fewer sentences than lists, the number counts as refused in all of them: a needless retry does no harm, a contact that
 * is wrongly believed to be stored does.
 *
 * Source: specification, newCL; gateway-api, section 6.
 */
export function tieRowErrors(errors: ReplyValue | undefined, rows: readonly Row[]): TiedErrors {
	const byPhone = groupBy(rows.keys(), (at) => phoneKey(rows[at]?.phone));
	const byListId = groupBy(rows.keys(), (at) => rows[at]?.listId);
	const said = rows.map((): string[] => []);
	const say = (positions: Iterable<number>, ...sentences: string[]) => {
		for (const position of positions) said[position]?.push(...sentences);
	};
	const notes: string[] = [];
	const ofSeveralLists: Array<[phone: string, sentence: string]> = [];
	for (const sentence of sentencesIn(errors)) {
		const phones = numbersIn(sentence, byPhone);
		const named = listsIn(sentence, byListId);
		if (phones.length === 0 && named.size === 0) notes.push(sentence);
		if (phones.length === 0) say(named, sentence);
		for (const phone of phones) {
			const all = byPhone.get(phone) ?? [];
			const inNamed = all.filter((position) => named.has(position));
			const positions = inNamed.length > 0 ? inNamed : all;
			if (listsOf(rows, positions).length > 1) ofSeveralLists.push([phone, sentence]);
			else say(positions, sentence);
		}
	}
	for (const [phone, pairs] of groupBy(ofSeveralLists, ([each]) => each)) {
		const sentences = pairs.map(([, sentence]) => sentence);
		const positions = byPhone.get(phone) ?? [];
		const lists = listsOf(rows, positions);
		if (sentences.length < lists.length) say(positions, ...sentences, WHICH_LIST);
		else for (const at of positions) say([at], sentences[lists.indexOf(rows[at]?.list)] ?? '');
	}
	return { reasons: said.map((sentences) => sentences.join('; ') || undefined), notes };
}

/** The sentences of an `errors` element, even if its list has become an object with positions as names. */
function sentencesIn(errors: ReplyValue | undefined): string[] {
	if (errors === undefined) return [];
	if (typeof errors === 'string') return errors.trim() === '' ? [] : [errors.trim()];
	if (Array.isArray(errors)) return errors.flatMap(sentencesIn);
	if (Object.keys(errors).every((name) => POSITION.test(name))) {
		return Object.values(errors).flatMap(sentencesIn);
	}
	const sentence = textIn(errors);
	return sentence === '' ? [] : [sentence];
}

function textIn(tree: ReplyTree): string {
	return Object.entries(tree)
		.map(([name, value]) => {
			const text = isTree(value) ? textIn(value) : sentencesIn(value).join(' ');
			return /^\d/.test(name) ? `${name}: ${text}` : text;
		})
		.filter((text) => text !== '')
		.join(' ');
}

/** The known phones that a sentence holds. */
function numbersIn(sentence: string, known: ReadonlyMap<string | undefined, unknown>): string[] {
	for (const pattern of NUMBERS) {
		const found = (sentence.match(pattern) ?? [])
			.map((digits) => phoneKey(digits) ?? '')
			.filter((phone) => known.has(phone));
		if (found.length > 0) return [...new Set(found)];
	}
	return [];
}

/** Positions of the rows of the lists that a sentence names. */
const listsIn = (sentence: string, byListId: ReadonlyMap<string | undefined, number[]>) =>
	new Set(sentence.split(WORD_BREAK).flatMap((word) => byListId.get(word) ?? []));

const listsOf = (rows: readonly Row[], positions: number[]) => [
	...new Set(positions.map((position) => rows[position]?.list)),
];
