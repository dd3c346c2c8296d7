import { parametersFor } from './parametersFor.mts';
import { TO_EACH } from './smsSend.mts';

/** SMS Send Bulk of the numbers and texts of `ITEMS`. */
export const bulk = parametersFor('sms', 'sendBulk', {
	source: { __rl: true, mode: 'list', value: 'TextMe' },
	...TO_EACH,
});

export const ITEMS = [
	{ phone: '0501111111', text: 'Hello Dana' },
	{ phone: '0502222222', text: 'שלום <b>&"\' 👋' },
	{ phone: '050-333-3333', text: 'x'.repeat(161) },
];
export const PHONES = ['0501111111', '0502222222', '0503333333'];

/** The external ID that the node generates for a number of an item. */
export const idOf = (item: number, phone = 0) =>
	expect.stringMatching(new RegExp(`^n8n-[0-9a-f]{6}-1042-0-${item}-${phone}$`)) as string;
