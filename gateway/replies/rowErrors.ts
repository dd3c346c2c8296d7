import { textsIn } from './readFields';
import { groupBy } from '../values/lists';
import { phoneKey } from '../phones/phone';
import type { ReplyValue } from '../values/tree';

/** A row of a request, to which a sentence of the reply may refer. */
export interface SentRow {
	phone?: string;
	/** Distinguishes the lists of one request: several may contain the same phone. */
	list?: string;
	/** A sentence may name the list by this ID. */
	listId?: string;
}

export interface TiedErrors {
	/** Why each row was refused, by position; undefined for accepted rows. */
	reasons: Array<string | undefined>;
	/** Sentences that name no row of the request. */
	notes: string[];
}

/** Numbers without spaces first: a space may also separate two numbers. */
const NUMBERS = [/\+?\d[\d-]*/g, /\+?\d[\d\s().-]*\d/g];
const WORD_BREAK = /[^\p{L}\p{N}_-]+/u;

// Assumption: rowErrors
/**
 * Matches the `errors` of a reply to rows of the request. The specification shows no form for them. The public record has
 * sentences such as "0501234567 is already on the contact list and therefore not added". A sentence is about the rows with its
 * number, in any spelling, on the list that it names. Without a number, it is about all rows of that list. Without a list, the
 * number counts as refused in all lists: a needless retry does no harm, but a contact wrongly believed to be stored does.
 * Source: specification, newCL; gateway-api, section 6.
 */
export function tieRowErrors(errors: ReplyValue | undefined, rows: readonly SentRow[]): TiedErrors {
	const byPhone = groupBy(rows.keys(), (at) => phoneKey(rows[at]?.phone));
	const byListId = groupBy(rows.keys(), (at) => rows[at]?.listId);
	const said = rows.map(() => new Set<string>());
	const notes: string[] = [];
	for (const sentence of sentencesIn(errors)) {
		const onLists = new Set(sentence.split(WORD_BREAK).flatMap((word) => byListId.get(word) ?? []));
		const ofPhones = rowsIn(sentence, byPhone);
		const ofBoth = ofPhones.filter((at) => onLists.has(at));
		const about = [ofBoth, ofPhones, [...onLists]].find(({ length }) => length > 0) ?? [];
		if (about.length === 0) notes.push(sentence);
		for (const at of about) said[at]?.add(sentence);
	}
	return { reasons: said.map((sentences) => [...sentences].join('; ') || undefined), notes };
}

/** The sentences of an `errors` element. An object is one sentence. */
function sentencesIn(errors: ReplyValue = []): string[] {
	if (Array.isArray(errors)) return errors.flatMap(sentencesIn);
	const text = textsIn(errors).join(' ').trim();
	return text === '' ? [] : [text];
}

/** The rows whose numbers a sentence names. */
function rowsIn(sentence: string, byPhone: ReadonlyMap<string | undefined, number[]>): number[] {
	const found = NUMBERS.map((pattern) =>
		(sentence.match(pattern) ?? []).flatMap((digits) => byPhone.get(phoneKey(digits)) ?? []),
	);
	return found.find(({ length }) => length > 0) ?? [];
}
