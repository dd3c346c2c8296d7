import { counted, shown } from './counts';
import { measureMessage } from './messageLength';

/** What one credit of an account pays for: a segment, or this number of characters. */
export type CreditUnit = 'segment' | number;

// Assumption: creditUnit
/** Source: gateway-api, section 15, row 1: 3, 4 or 5 parts of 67 Hebrew characters, by contract. */
export const CREDIT_UNITS: readonly CreditUnit[] = ['segment', 201, 268, 335];

/** The unit in a credential; undefined where it is not known yet. */
export const readCreditUnit = (value: unknown): CreditUnit | undefined =>
	CREDIT_UNITS.find((unit) => String(unit) === String(value));

/** A number of credits that is known, or lies between two. */
export interface Credits {
	least: number;
	most: number;
}

const creditsBy = (unit: CreditUnit, text: string): number =>
	unit === 'segment' ? measureMessage(text).segments : Math.ceil(text.length / unit);

/** What a text costs to a number in Israel; between the least and the most of all units where the unit is not known. */
export function creditsOf(text: string, unit?: CreditUnit): Credits {
	const each = (unit === undefined ? CREDIT_UNITS : [unit]).map((one) => creditsBy(one, text));
	return { least: Math.min(...each), most: Math.max(...each) };
}

/** The units by which a text costs this number of credits. */
export const unitsFor = (text: string, credits: number): CreditUnit[] =>
	CREDIT_UNITS.filter((unit) => creditsBy(unit, text) === credits);

/** What to choose under 'Characters per Credit' for an account that paid so many credits for a text. */
export function unitAdvice(text: string, credits: number): string {
	const took = `${text.length} characters took ${counted(credits, 'credit')}`;
	const [first, ...others] = unitsFor(text, credits);
	if (first === undefined) return `${took}, which fits no choice: leave 'Not Known Yet'.`;
	if (others.length === 0)
		return `${took}: choose ${first === 'segment' ? "'By Segment'" : first}.`;
	return `${took}: choose ${first}, or ${others.join(' or ')} if your contract says so.`;
}

/** `1 credit`, `10 to 30 credits`. */
export const creditsInWords = ({ least, most }: Credits): string =>
	(least === most ? '' : `${shown(least)} to `) + counted(most, 'credit');
