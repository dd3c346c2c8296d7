import { checkChoice } from '../values/checks';
import { measureMessage } from './messageLength';

/** What one credit pays for: one segment, or this number of characters. */
export type CreditUnit = 'segment' | number;

// Assumption: creditUnit
/** 3, 4 or 5 parts of 67 Hebrew characters, depending on the contract. Source: gateway-api, section 15, row 1. */
export const CREDIT_UNITS: readonly CreditUnit[] = ['segment', 201, 268, 335];

/** @throws InputError for a value that is not in `CREDIT_UNITS` */
export function readCreditUnit(value: string | number): CreditUnit {
	const chosen = checkChoice(value, CREDIT_UNITS.map(String));
	return chosen === 'segment' ? chosen : Number(chosen);
}

export const creditsOf = (text: string, unit: CreditUnit): number =>
	unit === 'segment' ? measureMessage(text).segments : Math.ceil(text.length / unit);
