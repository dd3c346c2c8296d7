import { text } from '../wire/tree.mts';
import type { Root } from './root.mts';

export const balance: Root = ({ account, body }) => {
	const mail = text(body, 'type') === 'mail';
	const units = String(mail ? account.mail : account.credits);
	const money = (account.agorot / 100).toFixed(2);
	return {
		reply: {
			status: 0,
			message: mail
				? `Your mail balance is ${units}`
				: `Your balance is ${units} SMS, and ${money} ILS for international messages`,
			balance: units,
			international_balance: money,
		},
	};
};
