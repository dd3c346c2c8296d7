interface Shape {
	/** Digits that stay visible at the start. */
	head: number;
	/** Digits that stay visible at the end. */
	tail: number;
}

const shapes = (heads: number[], tails: number[]): Shape[] =>
	heads.flatMap((head) => tails.map((tail) => ({ head, tail })));

const NATIONAL = shapes([0, 2, 3, 4], [2, 3, 4]);
const INTERNATIONAL = shapes([3, 5, 6], [2, 3, 4]);

const mask = (digits: string, { head, tail }: Shape) =>
	digits.slice(0, head) +
	'*'.repeat(Math.max(0, digits.length - head - tail)) +
	digits.slice(digits.length - tail);

// Assumption: maskedPhones
/**
 * The masked forms that a number may have in a listing. The specification says that asterisks replace digits, not which
 * digits: these are the usual forms, with two to four digits left at the end.
 *
 * Source: specification, "Blocklist entry".
 */
export function maskedForms(national: string, international: string): string[] {
	const abroad = international.replace('+', '');
	return [
		...NATIONAL.map((shape) => mask(national, shape)),
		...INTERNATIONAL.map((shape) => mask(abroad, shape)),
	];
}
