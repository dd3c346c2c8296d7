import { checkChoice } from './checks';
import { measureMessage } from './messageLength';

/** What one credit of an account pays for: a segment, or this number of characters. */
export type CreditUnit = 'segment' | number;

// Assumption: creditUnit
/** Source: gateway-api, section 15, row 1: 3, 4 or 5 parts of 67 Hebrew characters, by contract. */
export const CREDIT_UNITS: readonly CreditUnit[] = ['segment', 201, 268, 335];

/** @throws InputError */
export function readCreditUnit(value: unknown): CreditUnit {
	const chosen = checkChoice(String(value), CREDIT_UNITS.map(String));
	return chosen === 'segment' ? chosen : Number(chosen);
}

/** The credits that a text to a number in Israel takes. */
export const creditsOf = (text: string, unit: CreditUnit): number =>
	unit === 'segment' ? measureMessage(text).segments : Math.ceil(text.length / unit);
