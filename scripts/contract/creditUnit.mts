import { CREDIT_UNITS, creditsOf, type CreditUnit } from '../../gateway/credits';
import { counted } from '../../gateway/counts';
import type { Followed } from './conversation.mts';
import type { Spoken } from './speak.mts';

export interface Paid {
	/** Credits that the text took; undefined where the balance does not tell. */
	credits: number | undefined;
	/** The units by which it takes so many. */
	units: CreditUnit[];
}

const balanceIn = ({ status, tree }: Spoken): number =>
	status === 0 && typeof tree.balance === 'string' ? Number(tree.balance) : NaN;

/** What one text took, by the balance before and after it. */
export function paidFor({ text, balances: [before, after] }: Followed): Paid {
	const credits = balanceIn(before) - balanceIn(after);
	if (!(credits > 0)) return { credits: undefined, units: [] };
	return { credits, units: unitsFor(text, credits) };
}

/** The units by which a text costs this number of credits. */
const unitsFor = (text: string, credits: number): CreditUnit[] =>
	CREDIT_UNITS.filter((unit) => creditsOf(text, unit) === credits);

/** What to choose under 'Characters per Credit' in SMS → Estimate. */
export function adviceOn({ credits, units }: Paid, text: string): string {
	if (credits === undefined) return 'The balance does not show it: ask the service.';
	const took = `${text.length} characters took ${counted(credits, 'credit')}`;
	const [first, ...others] = units;
	if (first === undefined) return `${took}, which fits no choice.`;
	if (others.length === 0)
		return `${took}: choose ${first === 'segment' ? "'By Segment'" : first}.`;
	return `${took}: choose ${first}, or ${others.join(' or ')} if your contract says so.`;
}
