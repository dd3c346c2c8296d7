import { type CreditUnit, unitAdvice, unitsFor } from '../../gateway/credits';
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

/** What to choose under 'Characters per Credit' of the credential. */
export const adviceOn = ({ credits }: Paid, text: string): string =>
	credits === undefined
		? "The balance does not show it: leave 'Not Known Yet'."
		: unitAdvice(text, credits);
