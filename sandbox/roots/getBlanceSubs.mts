import type { Root } from './root.mts';
import { subAccountsOf } from './subAccounts.mts';

// Assumption: subAccountRecords
/** The record is not shown anywhere; a client's field names are a guess (gateway-api 9). */
export const getBlanceSubs: Root = ({ world, account }) => ({
	reply: {
		status: 0,
		message: '',
		balances: subAccountsOf(world, account).map(({ username, credits, agorot }) => ({
			username,
			amount: String(credits),
			money_amount: (agorot / 100).toFixed(2),
		})),
	},
});
