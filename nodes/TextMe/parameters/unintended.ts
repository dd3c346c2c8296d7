import { codeIn, hasThoughts, WAYS } from '../../../gateway/texts/codeInTexts';
import {
	InputError,
	isMissing,
	lacksNumber,
	mayHaveMissing,
	missingValuesIn,
	quoted,
	textsIn,
} from '../../../gateway/values/checks';
import { firstNamed } from '../../../gateway/values/lists';

// Text that people wrote in the node is intended. Text that an expression put in its place may not be.

const PLACE = /\{\{(?:(?!\{\{|\}\})[\s\S])*\}\}/g;
const isExpression = (text: string) => text.startsWith('=');

export const placesIn = (written: unknown): string[] =>
	textsIn(written).flatMap((text) => (isExpression(text) ? (text.match(PLACE) ?? []) : []));

/** Words such as `null` that people themselves wrote outside of expressions. */
const ownMissingValues = (written: unknown): string[] =>
	textsIn(written).flatMap((text) =>
		missingValuesIn(isExpression(text) ? text.replace(PLACE, ' ') : text),
	);

/** A number may be none, such as `Infinity`. */
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);

/**
 * Refuses a text in which an expression wrote `undefined`, `null` or the like for a missing value.
 * @param written the parameter as it is in the node
 * @param evaluate gives the value of an expression for the item
 * @param isAnswer whether the text answers a stranger: these and agents may write such a word, so only a whole text is one
 * @param takesDefaults whether an expression may itself write such a word; in a key, items would share it
 * @throws InputError
 */
export function checkComplete(
	value: unknown,
	written: unknown,
	evaluate: (place: string) => unknown,
	isAnswer = false,
	takesDefaults = true,
): void {
	const texts = textsIn(value);
	const unnumbered = takesDefaults ? [] : texts.filter(lacksNumber);
	if (unnumbered.length === 0 && !texts.some(mayHaveMissing)) return;
	const places = placesIn(written);
	// In `{{ $json.allergies || 'None' }}`, people wrote the word themselves.
	const isOwn = (place: string, text: string) =>
		["'", '"', '`'].some((quote) => place.includes(quote + text + quote));
	const given = places.flatMap((place) =>
		textsIn([evaluate(place)].flat().map(asText)).filter(
			(text) => !takesDefaults || !isOwn(place, text),
		),
	);
	const found = isAnswer
		? texts.filter(isMissing)
		: [...texts.flatMap(missingValuesIn), ...given.filter(isMissing), ...unnumbered];
	const own = ownMissingValues(written);
	const countIn = (all: string[], one: string) => all.filter((other) => other === one).length;
	const foreign = found.find((one) => countIn(found, one) > countIn(own, one));
	if (foreign === undefined) return;
	const gives = (place: string) => String(evaluate(place)).includes(foreign);
	const place = places.length === 1 ? places[0] : places.find(gives);
	const where = place === undefined ? 'the fields in its expression' : `the fields in ${place}`;
	throw new InputError(
		`contains ${quoted(foreign)}, because a value is missing; check ${where}, or leave the item out`,
	);
}

/** @throws InputError for a model's text that contains its reasoning */
export function checkWithoutThoughts(value: unknown): void {
	if (!textsIn(value).some(hasThoughts)) return;
	throw new InputError(
		"contains a model's thoughts (<think>); send only what stands after them, or switch them off in the model",
	);
}

/** Fields whose text people read, or that identify an item. A gap there is a mistake; in a list of numbers it does no harm. */
export const LEAVES: ReadonlySet<string> = new Set([
	'message',
	'text',
	'tag',
	'links',
	'campaignName',
	'idempotencyKey',
	'username',
	'listName',
	'reason',
]);

const FIELD = /^\{\{\s*\$json(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(["'])(.+?)\2\s*\])/u;
const BARE = /^\{\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}\}$/u;

const fieldIn = (place: string): string | undefined => {
	const [, plain, , quotedName] = FIELD.exec(place) ?? [];
	return plain ?? quotedName;
};

const MAX_SHOWN = 40;
const briefly = (place: string): string =>
	place.length > MAX_SHOWN ? `${place.slice(0, MAX_SHOWN)}…` : place;

/** What is empty, for a warning: an expression or, of a long one, its field. */
export function emptyPlace(place: string): string {
	if (place.length <= MAX_SHOWN) return place;
	const [, own, ...others] = place.split(/\bjson\b/);
	// With several fields, nobody knows which is empty.
	const name = own === undefined || others.length > 0 ? undefined : fieldIn(`{{ $json${own}`);
	return name === undefined ? briefly(place) : quoted(name);
}

/** Whether people wrote what stands in place of a gap: `?? …`, or at the end `|| ''` or `: ''`. */
export const allowsGap = (place: string): boolean =>
	/\?\?|(?:\|\||:)\s*(['"`])\1[\s)]*\}\}$/.test(place);

/** Whether an expression is the whole value, so that a gap leaves nothing. */
export const isWhole = (place: string, written: unknown): boolean =>
	textsIn(written).some((text) => text.slice(1).trim() === place);

/** The item's field that an expression probably meant. */
export function meantField(place: string, item: object): string | undefined {
	const name = fieldIn(place) ?? BARE.exec(place)?.[1];
	if (name === undefined || Object.hasOwn(item, name)) return undefined;
	return Object.keys(item).find((other) => isClose(other, name));
}

/** Why an expression that finds no field is a mistake; continues a sentence after the name of what has it. */
export function missingField(place: string, item: object, written: unknown): string {
	const [names, meant, name] = [Object.keys(item), meantField(place, item), fieldIn(place)];
	if (BARE.test(place)) {
		const example = `{{ $json.${meant ?? names[0] ?? 'name'} }}`;
		return `has ${place}, which is no field; ${meant === undefined ? `fields begin with $json, such as ${example}` : `did you mean ${example}?`}`;
	}
	const allow = isWhole(place, written) ? '' : ". To allow a gap, end the expression with ?? ''";
	if (name === undefined || Object.hasOwn(item, name)) {
		return `has ${briefly(place)}, which gives nothing for this item; check it${allow}`;
	}
	const has = `has a gap: there is no field ${quoted(name)}`;
	if (meant !== undefined) return `${has}; did you mean ${quoted(meant)}?`;
	if (names.length === 0) return `${has}; the item has no fields`;
	return `${has}; drag in one of ${firstNamed(names.map(quoted))}${allow}`;
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const digitsOf = (name: string) => name.replace(/\P{N}/gu, '');

/** Whether two names are probably the same, with a typo: capitals, signs, one letter, or two letters swapped. */
function isClose(one: string, other: string): boolean {
	const [a, b] = [lettersOf(one), lettersOf(other)].sort((x, y) => x.length - y.length) as [
		string,
		string,
	];
	if (a === b) return a !== '';
	// An item without `phone2` may well have `phone`.
	if (digitsOf(a) !== digitsOf(b)) return false;
	let at = 0;
	while (at < a.length && a[at] === b[at]) at++;
	const [restOfA, restOfB] = [a.slice(at), b.slice(at)];
	const swapped = restOfA.charAt(1) + restOfA.charAt(0) + restOfA.slice(2);
	return (
		restOfA === restOfB.slice(1) || restOfA.slice(1) === restOfB.slice(1) || swapped === restOfB
	);
}

/** A warning about code in a text; undefined for nearly all texts. */
export function codeWarning(label: string, value: unknown): string | undefined {
	const found = [...new Set(textsIn(value).flatMap(codeIn))];
	if (found.length === 0) return undefined;
	const ways = Object.entries(WAYS).flatMap(([what, way]) =>
		found.some((one) => one.startsWith(what)) ? `${way}.` : [],
	);
	return [`${label} has ${found.join(', ')}. People will see exactly that.`, ...ways].join(' ');
}
