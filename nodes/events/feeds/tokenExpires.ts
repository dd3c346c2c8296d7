import { formatInstant } from '../../../gateway/dates';
import { daysUntil, expiryInWords, tokenExpiry } from '../../../gateway/tokenExpiry';
import type { Alert } from './alert';

/** How many days before its end, the last first. */
const DAYS = [3, 14, 60];

/** Source: gateway-api, section 15, row 5. */
export const tokenExpires: Alert = {
	value: 'tokenExpires',
	name: 'Token Expires',
	description: 'The API token of the credential expires in 60, 14 or 3 days',
	look({ token, now }) {
		const expires = tokenExpiry(token);
		if (expires === undefined) return undefined;
		const daysLeft = daysUntil(expires, now);
		const days = DAYS.find((most) => daysLeft <= most);
		const message = expiryInWords(token, now);
		if (days === undefined || message === undefined) return undefined;
		const fields = { message, daysLeft, expiresAt: formatInstant(expires) };
		return { reason: `${days} ${expires}`, fields };
	},
	sample: {
		message: 'The API token expires in 14 days (15 May 2026).',
		daysLeft: 14,
		expiresAt: '2026-05-15T09:00:00+03:00',
	},
	filters: [],
};
