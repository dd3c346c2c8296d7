import { SEEDED, type Credentials } from '../../sandbox/seed.mts';
import type { Sandbox } from '../../sandbox/startSandbox.mts';
import { call, PHONE, smsTo, TODAY, type Fields } from './call.mts';

export interface StatusRow {
	status: number;
	when: string;
	root: string;
	fields?: Fields;
	by?: Credentials;
	user?: string;
	setUp?: (sandbox: Sandbox) => unknown;
	names?: string;
}

export const answersOf =
	(root: string, always: Partial<StatusRow> = {}) =>
	(
		status: number,
		when: string,
		fields: Fields = {},
		more: Partial<StatusRow> = {},
	): StatusRow => ({ ...always, status, when, root, fields, ...more });

/** A root without a required field, which the message names. */
export const lacking = (names: string, root: string, fields: Fields = {}): StatusRow =>
	answersOf(root)(2, `no ${names}`, fields, { names });

export const { reseller } = SEEDED;
const TOMORROW = '16/01/26 10:00';
export const noDestinations = smsTo(PHONE, { destinations: undefined });
export const query = { transactions: { external_id: 'x' }, ...TODAY };
export const rows = (phone: string) => ({ destinations: { destination: { phone } } });
export const scheduled = (name: string) => (s: Sandbox) =>
	call(s, 'sms', smsTo(PHONE, { timing: TOMORROW, campaign_name: name }));
export const list = (s: Sandbox) => call(s, 'newCL', { cl: { name: 'List', ...rows(PHONE) } });
export const block = (s: Sandbox) => call(s, 'addNumBL', { phones: { phone: PHONE } });
export const unknownToken = { ...SEEDED.account, token: 'nobody-knows-me' };
export const otp = (more: Fields) => ({ phone: PHONE, source: 'TextMe', ...more });
