import { internationalPhone } from '../phone.mts';
import { listedTime } from './listedTime.mts';
import { readWindow, within } from './reportWindow.mts';
import type { Root } from './root.mts';

// Assumptions: incomingRecords, incomingRequest, windows
/**
 * The record is not shown. It has the push's names, in the order in which an old client reads them: phone first, text third
 * (gateway-api 9).
 */
export const incoming: Root = ({ world, account, body }) => {
	const window = readWindow(body);
	const transactions = account.incoming
		.filter(({ at }) => within(window, at))
		.map(({ phone, at, message, dest }) => ({
			phone: internationalPhone(phone),
			date: listedTime(world, at),
			message,
			dest,
		}));
	return { reply: { status: 0, message: '', transactions } };
};
