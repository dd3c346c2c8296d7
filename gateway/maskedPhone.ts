/** How many digits stay visible at the start of a national and of an international number, and at the end of either. */
const HEADS = { national: [0, 2, 3, 4], international: [3, 5, 6] };
const TAILS = [2, 3, 4];

const masked = (digits: string, heads: number[]): string[] =>
	heads.flatMap((head) =>
		TAILS.map(
			(tail) =>
				digits.slice(0, head) +
				'*'.repeat(Math.max(0, digits.length - head - tail)) +
				digits.slice(digits.length - tail),
		),
	);

// Assumption: maskedPhones
/**
 * The masked forms that a number may have in a listing. The specification says that asterisks replace digits, not which
 * digits: these are the usual forms, with two to four digits left at the end.
 *
 * Source: specification, "Blocklist entry".
 */
export const maskedForms = (national: string, international: string): string[] => [
	...masked(national, HEADS.national),
	...masked(international.replace('+', ''), HEADS.international),
];
