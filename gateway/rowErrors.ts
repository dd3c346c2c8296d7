import { textsIn } from './fields';
import { groupBy } from './lists';
import { phoneKey } from './phone';
import type { ReplyValue } from './tree';

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

// Assumption: rowErrors
/**
 * Ties the `errors` of a reply to the rows they are about. The specification shows no form for them; the public record has
 * sentences such as "0501234567 is already on the contact list and therefore not added". A sentence is about the rows
 * whose number it holds, in whatever way it is written, and on the list it names, if it names one; without a number, about
 * the rows of that list. A number counts as refused in all lists if none is named: a needless retry does no harm, a contact
 * that is wrongly believed to be stored does.
 *
 * Source: specification, newCL; gateway-api, section 6.
 */
export function tieRowErrors(errors: ReplyValue | undefined, rows: readonly Row[]): TiedErrors {
	const byPhone = groupBy(rows.keys(), (at) => phoneKey(rows[at]?.phone));
	const byListId = groupBy(rows.keys(), (at) => rows[at]?.listId);
	const said = rows.map(() => new Set<string>());
	const notes: string[] = [];
	for (const sentence of sentencesIn(errors)) {
		const onLists = new Set(sentence.split(WORD_BREAK).flatMap((word) => byListId.get(word) ?? []));
		const ofPhones = numbersIn(sentence, byPhone).flatMap((phone) => byPhone.get(phone) ?? []);
		const ofBoth = ofPhones.filter((at) => onLists.has(at));
		const about = [ofBoth, ofPhones, [...onLists]].find(({ length }) => length > 0) ?? [];
		if (about.length === 0) notes.push(sentence);
		for (const at of about) said[at]?.add(sentence);
	}
	return { reasons: said.map((sentences) => [...sentences].join('; ') || undefined), notes };
}

/** The sentences of an `errors` element. What comes as an object is one sentence. */
function sentencesIn(errors: ReplyValue = []): string[] {
	if (Array.isArray(errors)) return errors.flatMap(sentencesIn);
	const text = typeof errors === 'string' ? errors : textsIn(errors).join(' ');
	return text.trim() === '' ? [] : [text.trim()];
}

/** The known phones that a sentence holds. */
function numbersIn(sentence: string, known: ReadonlyMap<string | undefined, unknown>): string[] {
	const found = NUMBERS.map((pattern) =>
		(sentence.match(pattern) ?? []).flatMap((digits) => phoneKey(digits) ?? []),
	);
	return (
		found
			.map((phones) => phones.filter((phone) => known.has(phone)))
			.find(({ length }) => length > 0) ?? []
	);
}
