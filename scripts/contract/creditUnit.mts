import { CREDIT_UNITS, creditsOf, type CreditUnit } from '../../gateway/credits';
import { counted } from '../../gateway/counts';
import type { Followed } from './conversation.mts';
import type { Spoken } from './speak.mts';

export interface Paid {
	/** Credits that the text cost; undefined if the balance does not show it. */
	credits: number | undefined;
	/** The units that explain this cost. */
	units: CreditUnit[];
}

const balanceIn = ({ status, tree }: Spoken): number =>
	status === 0 && typeof tree.balance === 'string' ? Number(tree.balance) : NaN;

export function paidFor({ text, balances: [before, after] }: Followed): Paid {
	const credits = balanceIn(before) - balanceIn(after);
	if (!(credits > 0)) return { credits: undefined, units: [] };
	return { credits, units: unitsFor(text, credits) };
}

/** The units with which a text costs this many credits. */
const unitsFor = (text: string, credits: number): CreditUnit[] =>
	CREDIT_UNITS.filter((unit) => creditsOf(text, unit) === credits);

/** What to choose for 'Characters per Credit' in SMS → Estimate. */
export function adviceOn({ credits, units }: Paid, text: string): string {
	if (credits === undefined) return 'The balance does not show it: ask the service.';
	const took = `${text.length} characters took ${counted(credits, 'credit')}`;
	const [first, ...others] = units;
	if (first === undefined) return `${took}, which fits no choice.`;
	if (others.length === 0)
		return `${took}: choose ${first === 'segment' ? "'By Segment'" : first}.`;
	return `${took}: choose ${first}, or ${others.join(' or ')} if your contract says so.`;
}
