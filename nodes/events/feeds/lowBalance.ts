import { InputError, plainText, quoted } from '../../../gateway/checks';
import { counted, shown } from '../../../gateway/counts';
import { numberOf } from '../../shared/replies';
import type { Alert } from './alert';

/** @throws InputError for anything but a number above 0 */
function limitIn(value: unknown): number {
	const text = plainText(value).trim();
	if (text === '')
		throw new InputError("is empty; enter the credits below which 'Low Balance' comes");
	const limit = Number(text);
	if (limit > 0 && limit < Infinity) return limit;
	throw new InputError(`is ${quoted(text)}; enter a number of credits above 0`);
}

const fieldsOf = (balance: number, below: number) => ({
	balance,
	below,
	message: `The account has ${counted(balance, 'credit')} left, fewer than ${shown(below)}.`,
});

/** Source: specification, "balance". */
export const lowBalance: Alert = {
	value: 'lowBalance',
	name: 'Low Balance',
	description: "Your SMS credits fell below the number under the filter 'Balance Below'",
	root: 'balance',
	look({ tree, chosen }) {
		const below = limitIn(chosen.balanceBelow);
		const balance = numberOf(tree.balance);
		if (typeof balance !== 'number') return 'unknown';
		return balance < below
			? { reason: String(below), fields: fieldsOf(balance, below) }
			: undefined;
	},
	sample: fieldsOf(85, 100),
	filters: [
		{
			displayName: 'Balance Below',
			name: 'balanceBelow',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100,
			description: 'For Low Balance: starts the workflow when fewer SMS credits than this are left',
		},
	],
};
