import { codeIn, hasThoughts } from '../../../gateway/codeInTexts';
import { InputError, quoted } from '../../../gateway/checks';
import { firstNamed } from '../../../gateway/counts';
import { textsIn } from '../../../gateway/fields';
import { standInsOf } from '../../../gateway/missing';

// What people have written in the node is what they mean. What an expression has put in its place may not be.

const PLACE = /\{\{(?:(?!\{\{|\}\})[\s\S])*\}\}/g;
const isExpression = (text: string) => text.startsWith('=');

/** The expressions in a parameter as it is written. */
export const placesIn = (written: unknown): string[] =>
	textsIn(written).flatMap((text) => (isExpression(text) ? (text.match(PLACE) ?? []) : []));

/** What stands for a missing value in the words of a parameter that are no expression. */
const ownStandIns = (written: unknown): string[] =>
	textsIn(written).flatMap((text) =>
		standInsOf(isExpression(text) ? text.replace(PLACE, ' ') : text),
	);

/**
 * Refuses what an expression has made of a missing value, in any text of a value that was read.
 * @param written the parameter as it is written
 * @param evaluate gives the value of an expression for the item
 * @throws InputError
 */
export function checkComplete(
	value: unknown,
	written: unknown,
	evaluate: (place: string) => unknown,
): void {
	const found = textsIn(value).flatMap(standInsOf);
	if (found.length === 0) return;
	const own = ownStandIns(written);
	const countIn = (all: string[], one: string) => all.filter((other) => other === one).length;
	const foreign = found.find((one) => countIn(found, one) > countIn(own, one));
	if (foreign === undefined) return;
	const places = placesIn(written);
	const gives = (place: string) => standInsOf(String(evaluate(place))).includes(foreign);
	const place = places.length === 1 ? places[0] : places.find(gives);
	const where = place === undefined ? 'the fields in its expression' : `the fields in ${place}`;
	throw new InputError(
		`contains ${quoted(foreign)}, because a value is missing; check ${where}, or leave the item out`,
	);
}

/** @throws InputError for a text of a model with what it thought before */
export function checkWithoutThoughts(value: unknown): void {
	if (!textsIn(value).some(hasThoughts)) return;
	throw new InputError(
		"contains a model's thoughts (<think>); send only what stands after them, or switch them off in the model",
	);
}

/** Fields and options whose text leaves, or tells one item from another. In others, such as a list of numbers, a gap is nothing. */
export const LEAVES: ReadonlySet<string> = new Set([
	...['message', 'text', 'tag', 'links', 'campaignName', 'idempotencyKey'],
]);

const FIELD = /^\{\{\s*\$json(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(["'])(.+?)\2\s*\])/u;

/**
 * Why a placeholder that has found no such field is a mistake; continues a sentence after the field. A gap would reach everybody.
 * @param item the fields that are there
 */
export function missingField(place: string, item: object): string {
	const gap = `{{ ${place.slice(2, -2).trim()} ?? '' }}`;
	const allow = `to allow a gap, write ${gap}`;
	const [, plain, , quotedName] = FIELD.exec(place) ?? [];
	const name = plain ?? quotedName;
	if (name === undefined || Object.hasOwn(item, name)) {
		return `has ${place}, which gives nothing for this item; check it, or ${allow}`;
	}
	const names = Object.keys(item);
	const close = names.find((other) => isClose(other, name));
	const isThere = `the item has ${firstNamed(names) || 'no field'}`;
	const meant = close === undefined ? isThere : `did you mean ${close}? Drag the field in`;
	return `has ${place}, and there is no field ${name}: ${meant}, or ${allow}`;
}

const lettersOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether two names are the same but for capitals, signs, one letter, or two that changed places. */
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

/** A warning about the code in the texts of a value; undefined for nearly all. */
export function codeWarning(label: () => string, value: unknown): string | undefined {
	const found = [...new Set(textsIn(value).flatMap(codeIn))];
	if (found.length === 0) return undefined;
	return `${label()} has ${found.join(', ')}. People see it as it stands there.`;
}
