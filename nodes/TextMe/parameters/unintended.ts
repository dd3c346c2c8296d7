import { codeIn, hasThoughts, WAYS } from '../../../gateway/texts/codeInTexts';
import {
	InputError,
	isMissing,
	lacksNumber,
	mayHaveMissing,
	missingValuesIn,
	quoted,
} from '../../../gateway/values/checks';
import { firstNamed } from '../../../gateway/values/lists';
import { textsIn } from '../../../gateway/replies/records';

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
]);

const FIELD = /^\{\{\s*\$json(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(["'])(.+?)\2\s*\])/u;

/**
 * Why an expression that finds no field is a mistake; continues a sentence after the field's name. All recipients would see the
 * gap.
 * @param item the item's fields
 * @param isWhole whether the expression is the whole value, so that a gap would leave nothing
 */
export function missingField(place: string, item: object, isWhole: boolean): string {
	const [names, code] = [Object.keys(item), place.slice(2, -2).trim()];
	if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(code)) {
		const close = names.find((other) => isClose(other, code));
		const meant = `{{ $json.${close ?? names[0] ?? 'name'} }}`;
		return `has ${place}, which is no field; ${close === undefined ? `fields begin with $json, such as ${meant}` : `did you mean ${meant}?`}`;
	}
	const allow = isWhole ? 'write the text yourself' : `to allow a gap, write {{ ${code} ?? '' }}`;
	const [, plain, , quotedName] = FIELD.exec(place) ?? [];
	const name = plain ?? quotedName;
	if (name === undefined || Object.hasOwn(item, name)) {
		return `has ${place}, which gives nothing for this item; check it, or ${allow}`;
	}
	const close = names.find((other) => isClose(other, name));
	const isThere = `the item has ${firstNamed(names) || 'no field'}: drag one in`;
	const meant = close === undefined ? isThere : `did you mean ${close}? Drag the field in`;
	return `has ${place}, and there is no field ${name}; ${meant}, or ${allow}`;
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether two names are probably the same, with a typo: capitals, signs, one letter, or two letters swapped. */
function isClose(one: string, other: string): boolean {
	const [a, b] = [lettersOf(one), lettersOf(other)].sort((x, y) => x.length - y.length) as [
		string,
		string,
	];
	if (a === b) return a !== '';
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
