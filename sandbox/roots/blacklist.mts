import { masked } from '../phone.mts';
import { listedTime } from './listedTime.mts';
import { readWindow, within } from './reportWindow.mts';
import type { Root } from './root.mts';

/** The documented example covers half a year, so the one-week limit does not apply (gateway-api 7). */
export const blacklist: Root = ({ world, account, body }) => {
	const window = readWindow(body);
	const transactions = [...account.blocked.values()]
		.filter(({ at }) => within(window, at))
		.map(({ phone, at }) => ({ phone: masked(phone), date: listedTime(world, at) }));
	return { reply: { status: 0, message: '', transactions } };
};
